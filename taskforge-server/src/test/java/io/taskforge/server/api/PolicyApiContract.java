package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Named policies: stored with optimistic locking, used and protected from deletion. */
interface PolicyApiContract extends ServerUnderTest {
  String NIGHTLY_POLICY = "/api/v1/policies/nightly";
  String FIXED = "{\"maxRetries\": 4, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"5m\"}}";

  @Test
  default void a_named_policy_is_stored_and_shown_with_defaults() {
    Answer made = server().put(NIGHTLY_POLICY, FIXED).is(201);
    Answer found = server().get(NIGHTLY_POLICY).is(200);

    assertThat(found.json()).isEqualTo(made.json());
    assertThat(found.header("ETag")).isEqualTo("\"1\"").isEqualTo(made.header("ETag"));
    assertThat(found.at("/name")).isEqualTo("nightly");
    assertThat(found.at("/preset")).isEqualTo("false");
    assertThat(found.at("/policy/maxRetries")).isEqualTo("4");
    assertThat(found.at("/policy/jitter/type")).isNotEmpty();
    assertThat(found.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  default void only_a_changed_policy_gets_a_new_version() {
    server().put(NIGHTLY_POLICY, FIXED).is(201);
    server().clock().advance(Duration.ofMinutes(1));

    assertThat(server().put(NIGHTLY_POLICY, FIXED).is(200).header("ETag")).isEqualTo("\"1\"");
    Answer changed =
        server().put(NIGHTLY_POLICY, FIXED.replace("4", "9"), "If-Match", "\"1\"").is(200);

    assertThat(changed.header("ETag")).isEqualTo("\"2\"");
    assertThat(changed.at("/createdAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(changed.at("/changedAt")).isEqualTo("2030-01-01T00:01:00Z");
    server().put(NIGHTLY_POLICY, FIXED, "If-Match", "\"1\"").is(412);
    server().put(NIGHTLY_POLICY, FIXED, "If-None-Match", "*").is(412);
    server().delete(NIGHTLY_POLICY, "If-Match", "\"1\"").is(412);
    server().delete(NIGHTLY_POLICY, "If-Match", "\"2\"").is(204);
    server().get(NIGHTLY_POLICY).is(404);
  }

  @Test
  default void a_policy_in_use_cannot_be_deleted() {
    server().put(NIGHTLY_POLICY, FIXED).is(201);
    server().put("/api/v1/queues/mail", "{\"retryPolicy\": \"nightly\"}").is(201);
    server().put("/api/v1/queues/sms", "{\"retryPolicy\": \"nightly\"}").is(201);

    assertThat(server().delete(NIGHTLY_POLICY).is(409).at("/detail")).contains("mail, sms");

    server().put("/api/v1/queues/mail", "{}").is(200);
    server().delete("/api/v1/queues/sms").is(204);
    server().delete(NIGHTLY_POLICY).is(204);
    server().delete(NIGHTLY_POLICY).is(404);
  }

  @Test
  default void a_queue_that_names_a_policy_uses_it() {
    server().put(NIGHTLY_POLICY, FIXED).is(201);
    server().put("/api/v1/queues/mail", "{\"retryPolicy\": \"nightly\"}").is(201);
    String id = enqueue("mail");

    fail("mail", "timeout", "too slow");

    assertThat(server().get("/api/v1/jobs/" + id).at("/runAt")).isEqualTo("2030-01-01T00:05:00Z");
  }
}
