package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterRoutesTest extends RoutesTest {
  private static final String ALL = "/api/v1/dead-letters";
  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=QUEUED",
        "limit=0",
        "limit=1001",
        "offset=-1",
        "offset=99999999999",
        "cursor=x",
        "source=a%20b",
        "failureGroup=xyz",
        "createdFrom=now"
      })
  void an_invalid_filter_is_rejected(String query) {
    server.get(ALL + "?" + query).is(400);
  }

  @Test
  void a_job_that_is_not_a_dead_letter_cannot_be_redriven() {
    String id = enqueue("mail");

    assertThat(server.post(ALL + "/" + id + "/redrive").is(409).at("/state")).isEqualTo("QUEUED");
    server.post(ALL + "/" + NOBODY + "/redrive").is(404);
    server.post(ALL + "/nonsense/redrive").is(404);
  }

  @Test
  void a_job_that_is_not_a_dead_letter_cannot_be_discarded() {
    String id = enqueue("mail");

    server.get(ALL + "/" + id).is(404);
    server.delete(ALL + "/" + id).is(404);
    server.delete(ALL + "/" + NOBODY).is(404);
    assertThat(server.get("/api/v1/jobs/" + id).at("/state")).isEqualTo("QUEUED");
  }
}
