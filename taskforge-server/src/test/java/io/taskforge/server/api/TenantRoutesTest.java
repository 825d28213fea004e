package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TenantRoutesTest extends RoutesTest {
  private static final String ACME = "/api/v1/tenants/acme";
  private static final String JOB = "{\"type\": \"work\", \"tenant\": \"acme\"}";

  private Answer batch(int jobs) {
    String all = String.join(", ", java.util.Collections.nCopies(jobs, JOB));
    return server.post("/api/v1/jobs/batch", "{\"jobs\": [" + all + "]}");
  }

  @Test
  void limits_are_set_shown_changed_and_removed() {
    server.get(ACME).is(404);
    Answer made = server.put(ACME, "{\"maxWaiting\": 5}").is(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    server.put(ACME, "{\"jobsPerSecond\": 0.5}", "If-Match", "\"7\"").is(412);
    server.put(ACME, "{\"jobsPerSecond\": 0.5}", "If-Match", "\"1\"").is(200);
    server.put("/api/v1/tenants/bolt", "{}").is(201);

    Answer first = server.get("/api/v1/tenants?limit=1").is(200);
    assertThat(first.at("/items/0/jobsPerSecond")).isEqualTo("0.5");
    assertThat(first.at("/items/0/maxWaiting")).isEqualTo("null");
    Answer second = server.get("/api/v1/tenants?limit=1&cursor=" + first.at("/next"));
    assertThat(second.at("/items/0/name")).isEqualTo("bolt");
    assertThat(second.at("/next")).isEqualTo("null");

    server.delete(ACME, "If-Match", "\"1\"").is(412);
    server.delete(ACME).is(204);
    server.delete(ACME).is(404);
  }

  @Test
  void the_quota_of_waiting_jobs_applies_to_one_tenant() {
    server.put(ACME, "{\"maxWaiting\": 3}").is(201);
    batch(4).is(429);
    batch(2).is(201);
    server.post("/api/v1/jobs", JOB).is(201);

    Answer full = server.post("/api/v1/jobs", JOB).is(429);

    assertThat(full.at("/detail"))
        .isEqualTo("tenant acme has 3 waiting jobs; 1 more would exceed its quota of 3");
    assertThat(full.header("Retry-After")).isEqualTo("5");
    server.post("/api/v1/jobs", JOB.replace("acme", "bolt")).is(201);
  }

  @Test
  void finished_jobs_free_quota() {
    server.put(ACME, "{\"maxWaiting\": 1}").is(201);
    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);

    complete("default");
    server.advance(Duration.ofSeconds(1));

    server.post("/api/v1/jobs", JOB).is(201);
  }

  @Test
  void the_rate_limit_is_enforced_with_retry_after() {
    server.put(ACME, "{\"jobsPerSecond\": 2}").is(201);
    batch(2).is(201);
    Answer late = server.post("/api/v1/jobs", JOB).is(429);
    assertThat(late.at("/detail"))
        .isEqualTo("tenant acme exceeded its rate limit of 2 jobs per second");
    assertThat(late.header("Retry-After")).isEqualTo("1");

    server.advance(Duration.ofMillis(500));

    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);
  }

  @Test
  void a_batch_above_the_rate_limit_delays_later_requests() {
    server.put(ACME, "{\"jobsPerSecond\": 2}").is(201);
    batch(10).is(201);

    server.advance(Duration.ofSeconds(4));
    server.post("/api/v1/jobs", JOB).is(429);
    server.advance(Duration.ofSeconds(1));
    server.post("/api/v1/jobs", JOB).is(201);
  }

  @Test
  void a_rejected_batch_is_not_stored() {
    server.put(ACME, "{\"maxWaiting\": 3}").is(201);

    batch(4).is(429);

    assertThat(server.get("/api/v1/jobs?tenant=acme").at("/items")).isEqualTo("[]");
  }
}
