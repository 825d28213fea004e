package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

class DestinationRoutesTest extends RoutesTest {
  private static final String PATH = "/api/v1/destinations";
  private static final String API = PATH + "/api.example.com:443";

  @Test
  void a_destination_is_held_and_released() {
    server.get(API).is(404);

    Answer held = server.post(API + "/hold", "{\"reason\": \"upgrade\", \"for\": \"30m\"}").is(200);
    assertThat(held.at("/access")).isEqualTo("closed");
    assertThat(held.at("/until")).isEqualTo("2030-01-01T00:30:00Z");
    assertThat(held.at("/hold")).isEqualTo("upgrade");
    assertThat(server.get(PATH).is(200).at("/items/0/id")).isEqualTo("api.example.com:443");

    Answer released = server.post(API + "/release", "{\"reason\": \"done\"}").is(200);
    assertThat(released.at("/access")).isEqualTo("limited");
    assertThat(server.get(API).is(200).at("/access")).isEqualTo("limited");
  }

  @Test
  void a_hold_needs_a_reason() {
    server.post(API + "/hold", "{}").is(400);
    server.post(API + "/release", "{}").is(400);
    server.post(API + "/hold", "{\"reason\": \"x\", \"for\": \"never\"}").is(400);
    server.get(API).is(404);
  }

  @Test
  void holds_and_releases_are_in_the_audit_log() {
    server.post(API + "/hold", "{\"reason\": \"upgrade\", \"for\": \"90m\"}").is(200);
    server.post(API + "/hold", "{\"reason\": \"it takes longer\"}").is(200);
    server.post(API + "/release", "{\"reason\": \"done\"}").is(200);

    Answer audit = server.get("/api/v1/audit").is(200);
    assertAudited(audit, 2, "destination.hold", Map.of("reason", "upgrade", "for", "90m"));
    assertAudited(
        audit, 1, "destination.hold", Map.of("reason", "it takes longer", "for", "until released"));
    assertAudited(audit, 0, "destination.release", Map.of("reason", "done"));
  }

  private static void assertAudited(
      Answer audit, int item, String action, Map<String, String> facts) {
    String path = "/items/" + item;
    assertThat(audit.at(path + "/action")).isEqualTo(action);
    assertThat(audit.at(path + "/target/id")).isEqualTo("api.example.com:443");
    facts.forEach((key, value) -> assertThat(audit.at(path + "/detail/" + key)).isEqualTo(value));
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_stream_says_that_a_destination_was_held_and_released() {
    try (EventStream events = new EventStream(server)) {
      server.post(API + "/hold", "{\"reason\": \"upgrade\", \"for\": \"30m\"}").is(200);
      server.post(API + "/release", "{\"reason\": \"done\"}").is(200);

      JsonNode held = events.next();
      assertThat(events.name()).isEqualTo("destination");
      assertThat(held.path("destination").asString()).isEqualTo("api.example.com:443");
      assertThat(held.path("tenant").asString()).isEqualTo("default");
      assertThat(held.path("change").asString()).isEqualTo("HELD");
      assertThat(held.path("at").asString()).isEqualTo("2030-01-01T00:00:00Z");
      assertThat(held.path("reason").asString()).isEqualTo("until 2030-01-01T00:30:00Z: upgrade");
      assertThat(held.path("shadow").asBoolean(true)).isFalse();
      assertThat(events.next().path("change").asString()).isEqualTo("RELEASED");
      assertThat(events.next().path("change").asString()).isEqualTo("RECOVERING");
    }
  }

  @Test
  void destinations_of_other_tenants_are_separate() {
    server.post(API + "/hold?tenant=acme", "{\"reason\": \"upgrade\"}").is(200);

    server.get(API).is(404);
    server.get(API + "?tenant=acme").is(200);
    assertThat(server.get(PATH + "?tenant=other").is(200).json().at("/items").size()).isZero();
  }

  @Test
  void a_waiting_job_says_that_its_destination_is_held() {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"http\", \"payload\": {\"url\": \"http://127.0.0.1:9/\"}}")
            .is(201)
            .at("/id");
    server.post(PATH + "/127.0.0.1:9/hold", "{\"reason\": \"upgrade\"}").is(200);

    Answer why = server.get("/api/v1/jobs/" + id + "/why").is(200);
    assertThat(why.at("/reasons/0/code")).isEqualTo("destination");
  }

  @Test
  void a_queue_has_a_destination_and_a_retry_budget() {
    server
        .put(
            "/api/v1/queues/mail",
            "{\"destination\": \"smtp\", \"retryBudget\": {\"percent\": 20, \"interval\": \"20s\"}}")
        .is(201);

    Answer queue = server.get("/api/v1/queues/mail").is(200);
    assertThat(queue.at("/destination")).isEqualTo("smtp");
    assertThat(queue.json().at("/retryBudget/percent").intValue()).isEqualTo(20);
    assertThat(queue.at("/retryBudget/interval")).isEqualTo("20s");
    assertThat(queue.json().at("/retryBudget/minRetryCount").intValue()).isEqualTo(10);
    server.put("/api/v1/queues/mail", "{\"destination\": \"a b\"}").is(400);
    server.put("/api/v1/queues/mail", "{\"retryBudget\": {\"percent\": 101}}").is(400);
  }
}
