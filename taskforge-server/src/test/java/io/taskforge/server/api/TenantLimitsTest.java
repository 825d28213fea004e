package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.Redrives;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.queue.QueueSettings;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Scope;
import io.taskforge.testing.SequentialIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All requests that create waiting jobs are limited by the tenant's rate limit and quota. */
class TenantLimitsTest extends RoutesTest {
  private static final String ACME = "/api/v1/tenants/acme";
  private static final String JOB = "{\"type\": \"work\", \"tenant\": \"acme\"}";
  private static final String SCHEDULES = "/api/v1/schedules";
  private static final String HERS = "?tenant=acme";

  private void limit(String limits) {
    server.put(ACME, limits).is(201);
  }

  private void schedule(String id, String timing) {
    server
        .post(
            SCHEDULES,
            "{\"id\": \"%s\", \"tenant\": \"acme\", %s, \"overlap\": \"QUEUE\", \"job\": {\"type\": \"work\"}}"
                .formatted(id, timing))
        .is(201);
  }

  private int waiting() {
    return server.get("/api/v1/jobs?tenant=acme&state=QUEUED").is(200).json().at("/items").size();
  }

  /** Dead-letters this many jobs and returns their ids. */
  private List<String> deadLetters(int number) {
    putQueueWithDeadLetters("mail", "mail.dead");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      ids.add(enqueue("mail", ", \"tenant\": \"acme\""));
      fail("mail", "boom", "no");
    }
    return ids;
  }

  @Test
  void a_repeat_with_the_same_key_returns_the_first_job_and_is_not_charged() {
    limit("{\"jobsPerSecond\": 2}");
    String[] key = {"Idempotency-Key", "once"};
    String first = server.post("/api/v1/jobs", JOB, key).is(201).at("/id");

    for (int i = 0; i < 5; i++) {
      assertThat(server.post("/api/v1/jobs", JOB, key).is(200).at("/id")).isEqualTo(first);
    }
    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);
    assertThat(server.post("/api/v1/jobs", JOB, key).is(200).at("/id")).isEqualTo(first);
  }

  @Test
  void a_batch_of_repeats_is_accepted_at_the_limit() {
    limit("{\"maxWaiting\": 2}");
    String batch =
        "{\"jobs\": [%s, %s]}"
            .formatted(
                JOB.replace("}", ", \"idempotencyKey\": \"a\"}"),
                JOB.replace("}", ", \"idempotencyKey\": \"b\"}"));
    Answer first = server.post("/api/v1/jobs/batch", batch).is(201);

    Answer again = server.post("/api/v1/jobs/batch", batch).is(201);

    assertThat(again.at("/items/0/id")).isEqualTo(first.at("/items/0/id"));
    assertThat(again.at("/items/1/created")).isEqualTo("false");
    server.post("/api/v1/jobs/batch", batch.replace("\"b\"", "\"c\"")).is(429);
  }

  @Test
  void a_batch_rejected_for_one_tenant_is_not_charged_to_others() {
    limit("{\"jobsPerSecond\": 1}");
    server.put("/api/v1/tenants/bolt", "{\"maxWaiting\": 1}").is(201);
    String bolts = JOB.replace("acme", "bolt");
    server.post("/api/v1/jobs", bolts).is(201);
    String many = String.join(", ", Collections.nCopies(500, JOB));

    server.post("/api/v1/jobs/batch", "{\"jobs\": [%s, %s]}".formatted(many, bolts)).is(429);

    assertThat(waiting()).isZero();
    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);
  }

  @Test
  void rejected_redrives_and_retries_are_not_charged() {
    putQueueWithDeadLetters("mail", "mail.dead");
    String once = ", \"tenant\": \"acme\", \"guarantee\": \"at_most_once\"";
    String dead = enqueue("mail", once);
    fail("mail", "boom", "no");
    String failed = enqueue("other", once);
    fail("other", "boom", "no");
    limit("{\"jobsPerSecond\": 1}");

    server.post("/api/v1/dead-letters/" + dead + "/redrive").is(409);
    server.post("/api/v1/jobs/" + failed + "/retry").is(409);

    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);
  }

  @Test
  void jobs_of_other_tenants_do_not_count() {
    for (int n = 0; n < 3; n++) {
      server.post("/api/v1/jobs", JOB.replace("acme", "bolt")).is(201);
    }
    limit("{\"maxWaiting\": 1}");

    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(429);
  }

  @Test
  void triggering_a_schedule_counts_as_enqueueing() {
    limit("{\"maxWaiting\": 1}");
    schedule("hourly", "\"cron\": \"@hourly\"");
    server.post(SCHEDULES + "/hourly/trigger" + HERS).is(201);

    Answer full = server.post(SCHEDULES + "/hourly/trigger" + HERS).is(429);

    assertThat(full.header("Retry-After")).isEqualTo("5");
    assertThat(waiting()).isEqualTo(1);
  }

  @Test
  void an_occurrence_above_the_quota_is_skipped_and_the_schedule_shows_it() {
    limit("{\"maxWaiting\": 1}");
    schedule("hourly", "\"cron\": \"@hourly\"");
    server.post("/api/v1/jobs", JOB).is(201);

    server.advance(Duration.ofHours(1));

    Answer skipped = server.get(SCHEDULES + "/hourly" + HERS).is(200);
    assertThat(skipped.at("/lastSkip/reason")).isEqualTo("QUOTA_EXCEEDED");
    assertThat(skipped.at("/lastSkip/explanation"))
        .isEqualTo(
            "the occurrence at 2030-01-01T01:00:00Z skipped: the tenant has reached its job"
                + " quota");
    assertThat(skipped.at("/lastRunAt")).isEqualTo("null");
    assertThat(waiting()).isEqualTo(1);

    complete("default");
    server.advance(Duration.ofHours(1));

    assertThat(server.get(SCHEDULES + "/hourly" + HERS).at("/lastRunAt"))
        .isEqualTo("2030-01-01T02:00:00Z");
  }

  @Test
  void a_one_off_schedule_waits_for_quota() {
    limit("{\"maxWaiting\": 1}");
    schedule("once", "\"at\": \"2030-01-01T01:00:00Z\"");
    server.post("/api/v1/jobs", JOB).is(201);
    server.advance(Duration.ofHours(1));
    assertThat(waiting()).isEqualTo(1);
    server.get(SCHEDULES + "/once" + HERS).is(200);

    complete("default");
    server.advance(Duration.ofSeconds(30));

    assertThat(waiting()).isEqualTo(1);
    server.get(SCHEDULES + "/once" + HERS).is(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"at\": \"2030-01-01T01:00:00Z\"", "\"cron\": \"0 1 * * *\", \"oneOff\": true"})
  void a_one_off_schedule_that_waited_for_quota_is_not_a_misfire(String when) {
    limit("{\"maxWaiting\": 1}");
    schedule("once", when + ", \"misfire\": \"SKIP\"");
    server.post("/api/v1/jobs", JOB).is(201);
    server.advance(Duration.ofHours(1));
    for (int n = 0; n < 10; n++) {
      server.advance(Duration.ofSeconds(30));
      Answer waits = server.get(SCHEDULES + "/once" + HERS).is(200);
      assertThat(waits.at("/lastSkip/reason")).isEqualTo("QUOTA_EXCEEDED");
      assertThat(waits.at("/nextRunAt")).isEqualTo("2030-01-01T01:00:00Z");
    }
    assertThat(waiting()).isEqualTo(1);

    complete("default");
    server.advance(Duration.ofSeconds(30));

    assertThat(waiting()).isEqualTo(1);
    server.get(SCHEDULES + "/once" + HERS).is(404);
  }

  @Test
  void schedules_may_exceed_the_rate_limit_by_one_minute() {
    limit("{\"jobsPerSecond\": 0.1}");
    IntStream.range(0, 10).forEach(n -> schedule("s" + n, "\"cron\": \"@hourly\""));
    server.post("/api/v1/jobs", JOB).is(201);

    server.advance(Duration.ofHours(1));

    assertThat(waiting()).as("one before, one for the second, and six ahead").isEqualTo(8);
    assertThat(server.post("/api/v1/jobs", JOB).is(429).header("Retry-After")).isEqualTo("70");
  }

  @Test
  void a_redrive_waits_for_quota_and_shows_it() {
    List<String> dead = deadLetters(3);
    limit("{\"maxWaiting\": 2}");
    String id =
        server.post("/api/v1/redrives", "{\"filter\": {\"tenant\": \"acme\"}}").is(202).at("/id");

    server.runDue();
    server.runDue();

    Answer waits = server.get("/api/v1/redrives/" + id).is(200);
    assertThat(waits.at("/state")).isEqualTo("RUNNING");
    assertThat(waits.at("/reason"))
        .isEqualTo("waiting for quota: the tenant has reached its limit of waiting jobs");
    assertThat(waiting()).isEqualTo(2);

    complete("mail");
    server.advance(Duration.ofSeconds(29));
    assertThat(waiting()).as("it is not looked at before").isEqualTo(1);
    server.advance(Duration.ofSeconds(1));
    server.runDue();

    Answer done = server.get("/api/v1/redrives/" + id).is(200);
    assertThat(done.at("/state")).isEqualTo("DONE");
    assertThat(done.at("/reason")).isEqualTo("null");
    assertThat(done.at("/moved")).isEqualTo(Integer.toString(dead.size()));
  }

  @Test
  void single_redrives_and_retries_require_quota() {
    String dead = deadLetters(1).get(0);
    String failed = enqueue("other", ", \"tenant\": \"acme\", \"retryPolicy\": \"once\"");
    fail("other", "boom", "no");
    limit("{\"maxWaiting\": 1}");
    String waiting = server.post("/api/v1/jobs", JOB).is(201).at("/id");

    server.post("/api/v1/dead-letters/" + dead + "/redrive").is(429);
    server.post("/api/v1/jobs/" + failed + "/retry").is(429);
    server.post("/api/v1/jobs/" + waiting + "/retry").is(200);

    complete("default");
    server.advance(Duration.ofSeconds(1));
    server.post("/api/v1/jobs/" + failed + "/retry").is(200);
  }

  @Test
  void schedules_and_redrives_cannot_exceed_the_quota_of_queues() {
    String dead = deadLetters(1).get(0);
    IntStream.range(0, 1_000)
        .forEach(n -> server.store().putQueue(new QueueName("q" + n), QueueSettings.NONE));
    server.post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}").is(201);
    String[] hers = hers();
    String schedule = "{\"cron\": \"@hourly\", \"job\": {\"type\": \"x\", \"queue\": \"%s\"}}";

    server.post(SCHEDULES, schedule.formatted("new"), hers).is(429);
    server.put(SCHEDULES + "/mine", schedule.formatted("new"), hers).is(429);
    server.post(SCHEDULES, schedule.formatted("q1"), hers).is(201);
    server.post("/api/v1/redrives", "{\"filter\": {}, \"targetQueue\": \"new\"}", hers).is(429);
    server
        .post("/api/v1/dead-letters/" + dead + "/redrive", "{\"targetQueue\": \"new\"}", hers)
        .is(429);
  }

  @Test
  void a_worker_with_changing_names_is_rejected() {
    String claim = "{\"worker\": \"w%d\", \"types\": [\"work\"]}";
    server.post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}").is(201);
    String[] hers = hers();
    IntStream.range(0, 200)
        .forEach(n -> server.post("/api/v1/claims", claim.formatted(n), hers).is(200));

    Answer refused = server.post("/api/v1/claims", claim.formatted(200), hers).is(429);

    assertThat(refused.at("/detail")).contains("tenant acme has 200 workers", "the limit is 200");
    assertThat(refused.header("Retry-After")).isEqualTo("45");
    server.post("/api/v1/claims", claim.formatted(7), hers).is(200);
  }

  @Test
  void a_tenants_redrives_are_found_behind_those_of_others() {
    server.post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}").is(201);
    String[] hers = hers();
    Redrives redrives = new Redrives(server.store(), new SequentialIds(server.clock()), () -> {});
    for (int n = 0; n < 1_200; n++) {
      redrives.start(RedriveRequest.matching(JobFilter.all(1).tenant(new TenantId("bolt"))));
    }
    String own =
        redrives
            .start(RedriveRequest.matching(JobFilter.all(1).tenant(new TenantId("acme"))))
            .id()
            .toString();

    Answer first = server.get("/api/v1/redrives?limit=10", hers).is(200);
    Answer second =
        server.get("/api/v1/redrives?limit=10&cursor=" + first.at("/next"), hers).is(200);

    assertThat(first.at("/items")).as("a thousand were looked at").isEqualTo("[]");
    assertThat(second.at("/items/0/id")).isEqualTo(own);
    assertThat(second.at("/next")).isEqualTo("null");
  }

  private String[] hers() {
    ApiKeys.Created made =
        new ApiKeys(server.store(), new SplittableRandom(5))
            .create("", new TenantId("acme"), Scope.WRITE, null);
    return new String[] {"Authorization", "Bearer " + made.text()};
  }

  @Test
  void waiting_deliveries_do_not_count_against_the_quota() {
    server
        .post(
            "/api/v1/webhooks",
            "{\"url\": \"http://127.0.0.1:9/\", \"tenant\": \"acme\", \"events\": [\"job.succeeded\"]}")
        .is(201);
    limit("{\"maxWaiting\": 2}");
    for (int i = 0; i < 3; i++) {
      server.post("/api/v1/jobs", JOB).is(201);
      complete("default");
      server.clock().advance(Duration.ofSeconds(2));
    }
    assertThat(server.get("/api/v1/jobs?tenant=acme&type=webhook").json().at("/items")).hasSize(3);

    server.post("/api/v1/jobs", JOB).is(201);
    server.post("/api/v1/jobs", JOB).is(201);
    server.clock().advance(Duration.ofSeconds(2));
    Answer full = server.post("/api/v1/jobs", JOB).is(429);

    assertThat(full.at("/detail")).contains("has 2 waiting jobs; ");
  }

  @Test
  void testing_a_webhook_is_rate_limited_but_needs_no_quota() {
    String webhook =
        server
            .post(
                "/api/v1/webhooks",
                "{\"url\": \"http://127.0.0.1:9/\", \"tenant\": \"acme\", \"events\": [\"job.dead\"]}")
            .is(201)
            .at("/id");
    String test = "/api/v1/webhooks/" + webhook + "/test" + HERS;
    server.post("/api/v1/jobs", JOB).is(201);
    limit("{\"maxWaiting\": 1, \"jobsPerSecond\": 2}");

    server.post(test).is(202);
    server.post(test).is(202);
    assertThat(server.post(test).is(429).header("Retry-After")).isEqualTo("1");

    server.clock().advance(Duration.ofSeconds(1));
    server.post(test).is(202);
  }

  @Test
  void deliveries_are_created_regardless_of_waiting_jobs() {
    server
        .post(
            "/api/v1/webhooks",
            "{\"url\": \"http://127.0.0.1:9/\", \"tenant\": \"acme\", \"events\": [\"job.succeeded\"]}")
        .is(201);
    server.post("/api/v1/jobs", JOB).is(201);
    limit("{\"maxWaiting\": 1, \"jobsPerSecond\": 0.001}");

    complete("default");

    assertThat(server.get("/api/v1/jobs?tenant=acme&type=webhook").at("/items/0/type"))
        .isEqualTo("webhook");
  }
}
