package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("jdk")
class EventRoutesTest extends RoutesTest {
  private static final String LAST_SEEN = "Last-Event-ID";

  private EventStream after(String id) {
    return new EventStream(server, LAST_SEEN, id);
  }

  private static String text(JsonNode event, String key) {
    return event.path(key).asString("");
  }

  @Test
  void a_client_resumes_after_its_last_event() {
    String last;
    try (EventStream events = new EventStream(server)) {
      enqueue("mail");
      events.next();
      last = events.id();
      assertThat(last).matches("[0-9a-f]{16}-\\d+");
    }
    String missed = enqueue("mail");

    try (EventStream events = after(last)) {
      assertThat(text(events.next(), "jobId")).isEqualTo(missed);
      assertThat(events.name()).isEqualTo("job");
      assertThat(events.id()).isNotEqualTo(last);
    }
  }

  @Test
  void a_stream_says_that_attempts_ended_on_another_node() {
    try (TestServer other = TestServer.beside(server);
        EventStream events = new EventStream(server)) {
      server.lookForChanges();
      server.lookForChanges();
      enqueue("mail");
      events.next();
      String token =
          other
              .post(
                  "/api/v1/claims",
                  "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"mail\"]}")
              .is(200)
              .at("/items/0/token");
      other.post("/api/v1/leases/" + token + "/complete").is(200);

      server.lookForChanges();
      assertThat(events.next().path("ended").asInt()).isEqualTo(1);
      assertThat(events.name()).isEqualTo("changed");
    }
  }

  @Test
  void a_tenants_stream_says_nothing_about_other_tenants() {
    String key =
        server
            .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
            .is(201)
            .at("/key");
    String[] operator = {"Authorization", "Bearer " + key};
    String acme =
        server
            .post("/api/v1/keys", "{\"scope\": \"write\", \"tenant\": \"acme\"}", operator)
            .is(201)
            .at("/key");
    String[] tenant = {"Authorization", "Bearer " + acme};
    try (EventStream events = new EventStream(server, tenant)) {
      server.lookForChanges();
      ended("bolt", operator);
      server.lookForChanges();
      ended("acme", operator);
      server.lookForChanges();

      JsonNode event = events.next("changed");
      assertThat(event.path("tenant").asString()).isEqualTo("acme");
      assertThat(event.path("ended").asInt()).isEqualTo(1);
    }
  }

  /** Cancels a waiting job of a tenant, which ends it. */
  private void ended(String tenant, String[] operator) {
    String id =
        server
            .post(
                "/api/v1/jobs",
                "{\"type\": \"work\", \"tenant\": \"%s\"}".formatted(tenant),
                operator)
            .is(201)
            .at("/id");
    server.post("/api/v1/jobs/" + id + "/cancel", "{}", operator).is(200);
  }

  @Test
  void after_a_restart_the_stream_starts_with_a_gap() {
    String last;
    try (EventStream events = new EventStream(server)) {
      enqueue("mail");
      events.next();
      last = events.id();
    }
    server.close();
    server = TestServer.onSqlite(directory, Instant.parse("2030-01-01T00:01:00Z"));
    String since = enqueue("mail");

    try (EventStream events = after(last)) {
      JsonNode gap = events.next();
      assertThat(events.name()).isEqualTo("gap");
      assertThat(gap.path("missed").isNull()).isTrue();
      assertThat(text(gap, "reason")).contains("is from another process");
      String resumed = events.id();

      assertThat(text(events.next(), "jobId")).isEqualTo(since);
      try (EventStream again = after(resumed)) {
        assertThat(again.nextName()).isEqualTo("job");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "nonsense", "0123456789abcdef-1", "-1", "99999999999999999999"})
  void an_unknown_event_id_is_a_gap(String lastSeen) {
    enqueue("mail");
    try (EventStream events = after(lastSeen)) {
      assertThat(events.nextName()).isEqualTo("gap");
      assertThat(events.nextName()).isEqualTo("job");
    }
  }

  @Test
  void an_id_of_a_future_event_is_a_gap() {
    String last;
    try (EventStream events = new EventStream(server)) {
      enqueue("mail");
      events.next();
      last = events.id();
    }
    try (EventStream events = after(last.replaceFirst("-.*", "-77"))) {
      assertThat(events.nextName()).isEqualTo("gap");
    }
  }

  @Test
  void the_number_of_dropped_events_is_reported() {
    String last;
    try (EventStream events = new EventStream(server)) {
      enqueue("mail");
      events.next();
      last = events.id();
    }
    for (int i = 0; i < 21; i++) {
      batch(100, "mail");
    }
    try (EventStream events = after(last)) {
      assertThat(events.next().path("missed").asInt(0)).isEqualTo(100);
      assertThat(events.name()).isEqualTo("gap");
    }
  }

  private void batch(int size, String queue) {
    String job = "{\"type\": \"work\", \"queue\": \"%s\"}".formatted(queue);
    server
        .post(
            "/api/v1/jobs/batch",
            "{\"jobs\": [%s]}".formatted(String.join(",", Collections.nCopies(size, job))))
        .is(201);
  }

  @Test
  void a_new_job_is_published_and_a_repeated_one_is_not() {
    try (EventStream events = new EventStream(server)) {
      String id = enqueue("mail", ", \"idempotencyKey\": \"k\", \"delay\": \"10s\"");
      server.post("/api/v1/jobs", "{\"type\": \"work\", \"idempotencyKey\": \"k\"}").is(200);
      String other = enqueue("sms", ", \"runAt\": \"2031-01-01T00:00:00Z\"");

      JsonNode event = events.next("job");
      assertThat(text(event, "transition")).isEqualTo("ENQUEUED");
      assertThat(text(event, "state")).isEqualTo("QUEUED");
      assertThat(text(event, "jobId")).isEqualTo(id);
      assertThat(text(event, "queue")).isEqualTo("mail");
      assertThat(text(event, "type")).isEqualTo("work");
      assertThat(event.path("attempt").asInt(-1)).isZero();
      assertThat(event.path("delayMs").asInt(0)).isEqualTo(10_000);
      JsonNode next = events.next("job");
      assertThat(text(next, "jobId")).isEqualTo(other);
      assertThat(text(next, "nextRunAt")).isEqualTo("2031-01-01T00:00:00Z");
    }
  }

  @Test
  void calls_and_triggered_schedules_are_published() {
    server
        .put("/api/v1/schedules/s", "{\"cron\": \"0 3 * * *\", \"job\": {\"type\": \"work\"}}")
        .is(201);
    try (EventStream events = new EventStream(server)) {
      String call =
          server
              .post(
                  "/api/v1/calls",
                  "{\"api\": \"http://127.0.0.1:9/\", \"type\": \"AT_LEAST_ONCE\"}")
              .is(201)
              .at("/job/id");
      String triggered = server.post("/api/v1/schedules/s/trigger").is(201).at("/id");

      assertThat(text(events.next("job"), "jobId")).isEqualTo(call);
      assertThat(text(events.next("job"), "jobId")).isEqualTo(triggered);
    }
  }

  @Test
  void a_small_batch_has_one_event_per_job_and_a_large_one_per_queue() {
    try (EventStream events = new EventStream(server)) {
      batch(3, "mail");
      batch(101, "sms");

      for (int i = 0; i < 3; i++) {
        JsonNode event = events.next("job");
        assertThat(text(event, "jobId")).isNotEmpty();
        assertThat(event.path("count").asInt(0)).isEqualTo(1);
      }
      JsonNode many = events.next("job");
      assertThat(text(many, "transition")).isEqualTo("ENQUEUED");
      assertThat(many.path("jobId").isNull()).isTrue();
      assertThat(text(many, "queue")).isEqualTo("sms");
      assertThat(many.path("count").asInt(0)).isEqualTo(101);
    }
  }

  @Test
  void a_tenant_sees_only_its_own_new_jobs() {
    String admin = bearer("{\"scope\": \"admin\", \"allTenants\": true}");
    String ann = bearer("{\"scope\": \"write\", \"tenant\": \"ann\"}", admin);
    try (EventStream events = new EventStream(server, "Authorization", ann)) {
      String job = "{\"type\": \"work\"%s}";
      server
          .post("/api/v1/jobs", job.formatted(", \"tenant\": \"bob\""), "Authorization", admin)
          .is(201);
      String own =
          server.post("/api/v1/jobs", job.formatted(""), "Authorization", ann).is(201).at("/id");

      assertThat(text(events.next("job"), "jobId")).isEqualTo(own);
    }
  }

  @Test
  void ids_gaps_and_keep_alives_reveal_nothing_about_other_tenants() {
    String admin = bearer("{\"scope\": \"admin\", \"allTenants\": true}");
    String ann = bearer("{\"scope\": \"write\", \"tenant\": \"ann\"}", admin);
    String last;
    try (EventStream events = new EventStream(server, "Authorization", ann)) {
      enqueueAs(ann);
      events.next();
      long first = number(events.id());
      others(admin, 7);
      enqueueAs(ann);
      events.next();
      assertThat(number(events.id()) - first).as("as if there were no others").isEqualTo(1);
      assertThat(events.comments()).as("of others' events").isZero();
      last = events.id();
    }
    others(admin, 2_100);
    String own = enqueueAs(ann);

    try (EventStream events = new EventStream(server, "Authorization", ann, LAST_SEEN, last)) {
      assertThat(text(events.next(), "jobId")).as("and no gap").isEqualTo(own);
      assertThat(number(events.id()) - number(last)).isEqualTo(1);
    }
  }

  @Test
  void a_tenant_gets_the_number_of_its_own_dropped_events() {
    String admin = bearer("{\"scope\": \"admin\", \"allTenants\": true}");
    String ann = bearer("{\"scope\": \"write\", \"tenant\": \"ann\"}", admin);
    String last;
    try (EventStream events = new EventStream(server, "Authorization", ann)) {
      enqueueAs(ann);
      events.next();
      last = events.id();
    }
    enqueueAs(ann);
    enqueueAs(ann);
    others(admin, 2_100);

    try (EventStream events = new EventStream(server, "Authorization", ann, LAST_SEEN, last)) {
      assertThat(events.next().path("missed").asInt(0)).isEqualTo(2);
      assertThat(events.name()).isEqualTo("gap");
      String own = enqueueAs(ann);
      assertThat(text(events.next(), "jobId")).isEqualTo(own);
    }
  }

  private String enqueueAs(String bearer) {
    return server
        .post("/api/v1/jobs", "{\"type\": \"work\"}", "Authorization", bearer)
        .is(201)
        .at("/id");
  }

  /** Publishes events of another tenant. */
  private void others(String admin, int number) {
    String job = "{\"type\": \"work\", \"tenant\": \"bob\"}";
    for (int left = number; left > 0; left -= 100) {
      String jobs = String.join(",", Collections.nCopies(Math.min(100, left), job));
      server
          .post("/api/v1/jobs/batch", "{\"jobs\": [%s]}".formatted(jobs), "Authorization", admin)
          .is(201);
    }
  }

  private static long number(String id) {
    return Long.parseLong(id.substring(id.indexOf('-') + 1));
  }

  private String bearer(String body, String... asked) {
    List<String> headers = new ArrayList<>();
    Arrays.stream(asked).forEach(by -> headers.addAll(List.of("Authorization", by)));
    return "Bearer "
        + server.post("/api/v1/keys", body, headers.toArray(String[]::new)).is(201).at("/key");
  }

  @Test
  void the_number_of_retries_is_known_after_the_first_failure() {
    try (EventStream events = new EventStream(server)) {
      enqueue("mail", ", \"maxRetries\": 3");
      fail("mail", "timeout", "too slow");

      assertThat(events.next("job").path("maxRetries").isNull()).isTrue();
      JsonNode claimed = events.next("job");
      assertThat(text(claimed, "transition")).isEqualTo("CLAIMED");
      assertThat(claimed.path("maxRetries").isNull()).isTrue();
      JsonNode failed = events.next("job");
      assertThat(text(failed, "transition")).isEqualTo("RETRY_SCHEDULED");
      assertThat(failed.path("maxRetries").asInt(0)).isEqualTo(3);
    }
  }

  @Test
  void non_ascii_text_arrives_unchanged() {
    try (EventStream events = new EventStream(server)) {
      enqueue("mail", ", \"maxRetries\": 3");
      fail("mail", "timeout", "zu spät ×");

      events.next("job");
      events.next("job");
      JsonNode failed = events.next("job");
      assertThat(text(failed, "message")).isEqualTo("zu spät ×");
      assertThat(text(failed, "explanation")).contains(" × 2^0");
    }
  }

  @Test
  void any_or_no_accept_header_gets_the_stream() {
    for (String[] headers :
        List.of(
            new String[] {},
            new String[] {"Accept", "*/*"},
            new String[] {"Accept", "text/*"},
            new String[] {"Accept", "text/event-stream"})) {
      try (EventStream events = EventStream.bare(server, headers)) {
        assertThat(events.header("Content-Type")).startsWith("text/event-stream");
        assertThat(events.header("Cache-Control")).isEqualTo("no-store");
        String id = enqueue("mail");
        assertThat(text(events.next("job"), "jobId")).isEqualTo(id);
      }
    }
    server.get("/api/v1/events", "Accept", "application/json").is(406);
  }
}
