package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.store.memory.MemoryJobStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What enqueues cost. */
class EnqueueRoutesTest extends RoutesTest {
  private static final String KEYED = "{\"type\": \"t\", \"idempotencyKey\": \"k\"}";

  private final CountedCalls calls = new CountedCalls();

  @Override
  TestServer open() {
    return TestServer.on(clock -> calls.of(new MemoryJobStore(clock)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/jobs       | {'type': 't', 'delay': '5m'}",
        "/api/v1/jobs       | {'type': 't', 'idempotencyKey': 'k'}",
        "/api/v1/jobs/batch | {'jobs': [{'type': 't'}, {'type': 'u'}]}",
        "/api/v1/calls      | {'api': 'http://127.0.0.1/x'}",
      },
      quoteCharacter = '~')
  void new_jobs_are_not_read_back(String path, String body) {
    assertThat(calls.during(() -> server.post(path, body.replace('\'', '"')).is(201)))
        .contains("enqueue")
        .doesNotContain("queries.job");
  }

  @Test
  void the_existing_job_with_the_same_key_is_read() {
    String id = server.post("/api/v1/jobs", KEYED).is(201).at("/id");
    String token =
        server
            .post("/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"t\"]}")
            .is(200)
            .at("/items/0/token");

    Answer again = server.post("/api/v1/jobs", KEYED).is(200);

    assertThat(token).isNotEmpty();
    assertThat(again.at("/id")).isEqualTo(id);
    assertThat(again.at("/state")).isEqualTo("RUNNING");
  }
}
