package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Search, known names, and the preview of cron expressions. */
class SearchRoutesTest extends RoutesTest {
  private Answer search(String text) {
    return server
        .get("/api/v1/search?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
        .is(200);
  }

  /** Runs a job that fails. */
  private String failed() {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"send-mail\", \"queue\": \"mail\", \"idempotencyKey\": \"order"
                    + " 4711\"}")
            .is(201)
            .at("/id");
    String token =
        server
            .post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"send-mail\"], \"queues\": [\"mail\"]}")
            .is(200)
            .at("/items/0/token");
    server
        .post(
            "/api/v1/leases/" + token + "/fail",
            "{\"errorType\": \"SmtpTimeout\", \"message\": \"no answer\", \"kind\": \"PERMANENT\"}")
        .is(200);
    return id;
  }

  @Test
  void a_job_is_found_by_its_id_the_end_of_it_and_its_key() {
    String id = failed();

    for (String text :
        new String[] {
          id, "…" + id.substring(24), id.substring(26).toUpperCase(Locale.ROOT), "order 4711"
        }) {
      assertThat(search(text).at("/items/0/id")).as(text).isEqualTo(id);
      assertThat(search(text).at("/items/0/kind")).isEqualTo("JOB");
    }
    assertThat(search("order 471").at("/items")).isEqualTo("[]");
  }

  @Test
  void queues_types_schedules_and_failure_groups_are_found_by_a_part_of_their_name() {
    failed();
    server
        .post(
            "/api/v1/schedules",
            "{\"id\": \"nightly\", \"name\": \"Report mailing\", \"cron\": \"0 3 * * *\", \"job\":"
                + " {\"type\": \"report\"}}")
        .is(201);

    Answer mail = search("MAIL");
    assertThat(mail.json().path("items").findValuesAsString("kind"))
        .containsExactly("QUEUE", "TYPE", "SCHEDULE");
    Answer group = search("smtp");
    assertThat(group.at("/items/0/kind")).isEqualTo("FAILURE_GROUP");
    assertThat(search(group.at("/items/0/id")).at("/items/0/kind")).isEqualTo("FAILURE_GROUP");
    Answer names = server.get("/api/v1/names").is(200);
    assertThat(names.at("/queues")).contains("mail");
    assertThat(names.at("/types")).contains("send-mail");
    assertThat(names.at("/tenants")).contains("default");
    assertThat(names.at("/errorTypes")).contains("SmtpTimeout");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "'; DROP TABLE job; --",
        "%",
        "<script>",
        "\u0000",
        "ffffffffffff",
        "----0123456789abcdef0123456789abcdef"
      })
  void odd_text_finds_nothing(String text) {
    failed();

    assertThat(search(text).at("/items")).isEqualTo("[]");
  }

  @Test
  void a_cron_expression_is_described_with_its_next_runs() {
    Answer preview =
        server
            .post(
                "/api/v1/schedules/preview",
                "{\"cron\": \"30 2 * * sun\", \"zone\": \"Europe/Berlin\", \"count\": 2}")
            .is(200);

    assertThat(preview.at("/description")).isEqualTo("at 02:30 on Sunday");
    assertThat(preview.at("/nextRuns/0")).isEqualTo("2030-01-06T01:30:00Z");
    assertThat(preview.json().path("nextRuns")).hasSize(2);
    assertThat(
            server.post("/api/v1/schedules/preview", "{\"cron\": \"61 * * * *\"}").is(400).text())
        .contains("cron");
  }
}
