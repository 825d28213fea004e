package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.Heartbeat;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Failure groups, totals and workers. */
interface OverviewApiContract extends ServerUnderTest {
  String GROUPS = "/api/v1/failure-groups";

  /** Two failures of one cause and one of another; returns the latest job of the first. */
  private String failures() {
    putQueueWithDeadLetters("mail", "dead");
    putQueueWithDeadLetters("sms", "dead");
    enqueue("mail");
    fail("mail", "timeout", "no answer after 17 s");
    server().clock().advance(Duration.ofMinutes(1));
    String latest = enqueue("sms", ", \"tenant\": \"ann\"");
    fail("sms", "timeout", "no answer after 99 s");
    enqueue("mail");
    fail("mail", "connection_error", "refused");
    return latest;
  }

  @Test
  default void failures_of_one_cause_are_one_group() {
    String latest = failures();
    Answer groups = server().get(GROUPS).is(200);

    assertThat(groups.json().at("/items").size()).isEqualTo(2);
    assertThat(groups.at("/items/0/fingerprint")).matches("[0-9a-f]{16}");
    assertThat(groups.at("/items/0/errorType")).isEqualTo("timeout");
    assertThat(groups.at("/items/0/kind")).isEqualTo("TRANSIENT");
    assertThat(groups.at("/items/0/count")).isEqualTo("2");
    assertThat(groups.at("/items/0/firstSeen")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(groups.at("/items/0/lastSeen")).isEqualTo("2030-01-01T00:01:00Z");
    assertThat(groups.at("/items/0/queues")).isEqualTo("[\"mail\",\"sms\"]");
    assertThat(groups.at("/items/0/sample/jobId")).isEqualTo(latest);
    assertThat(groups.at("/items/0/sample/message")).isEqualTo("no answer after 99 s");
    assertThat(groups.at("/items/0/deadJobs")).isEqualTo("2");
    assertThat(groups.at("/next")).isEqualTo("null");
  }

  @Test
  default void failure_groups_can_be_filtered() {
    failures();
    assertThat(server().get(GROUPS + "?limit=1").is(200).json().at("/items").size()).isEqualTo(1);
    assertThat(server().get(GROUPS + "?tenant=ann").is(200).at("/items/0/count")).isEqualTo("1");
    assertThat(server().get(GROUPS + "?queue=sms").is(200).at("/items/0/queues"))
        .isEqualTo("[\"sms\"]");
    assertThat(server().get(GROUPS + "?queue=unheard-of").is(200).at("/items")).isEqualTo("[]");
    assertThat(server().get(GROUPS + "?from=2030-01-01T00:00:30Z").is(200).at("/items/0/count"))
        .isEqualTo("1");
  }

  @Test
  default void the_dead_letters_of_a_group_can_be_listed() {
    failures();
    String group = server().get(GROUPS).at("/items/0/fingerprint");

    assertThat(
            server().get("/api/v1/dead-letters?failureGroup=" + group).is(200).json().at("/items"))
        .hasSize(2);
  }

  @Test
  default void totals_are_shown() {
    server().put("/api/v1/queues/mail", "{\"retryPolicy\": \"scheduler\"}").is(201);
    enqueue("mail");
    fail("mail", "timeout", "too slow");
    server().clock().advance(Duration.ofSeconds(1));
    fail("mail", "timeout", "too slow");
    server().clock().advance(Duration.ofSeconds(2));
    complete("mail");
    enqueue("mail");
    server().runDue();

    Answer stats = server().get("/api/v1/stats").is(200);

    assertThat(stats.at("/jobs/SUCCEEDED")).isEqualTo("1");
    assertThat(stats.at("/jobs/QUEUED")).isEqualTo("1");
    assertThat(stats.at("/queues/mail/waiting")).isEqualTo("1");
    assertThat(stats.at("/queues/mail/oldestDueAt")).isEqualTo("2030-01-01T00:00:03Z");
    assertThat(stats.at("/totalRetries")).isEqualTo("2");
    assertThat(stats.at("/successfulRetries")).isEqualTo("1");
    assertThat(stats.at("/failedRetries")).isEqualTo("1");
    assertThat(stats.json().at("/retrySuccessRate").doubleValue()).isEqualTo(50.0);
    assertThat(stats.json().at("/workers").intValue()).isPositive();
  }

  @Test
  default void a_worker_is_listed_with_its_jobs_until_its_heartbeat_stops() {
    String id = enqueue("mail");
    claim("mail");
    server().clock().advance(Duration.ofSeconds(5));

    Answer workers = server().get("/api/v1/workers").is(200);

    assertThat(workers.json().at("/items").size()).isEqualTo(1);
    assertThat(workers.at("/items/0/id")).isEqualTo("test");
    assertThat(workers.at("/items/0/queues")).isEqualTo("[\"mail\"]");
    assertThat(workers.at("/items/0/types")).isEqualTo("[\"work\"]");
    assertThat(workers.at("/items/0/lastSeenAt")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(workers.at("/items/0/jobs"))
        .isEqualTo(
            "[{\"id\":\"%s\",\"queue\":\"mail\",\"type\":\"work\",\"attempt\":1,\"claimedAt\":\"2030-01-01T00:00:00Z\"}]"
                .formatted(id));
    server().clock().advance(Duration.ofMinutes(5));
    assertThat(server().get("/api/v1/workers").is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  default void a_worker_is_quieted_resumed_and_stopped() {
    enqueue("mail");
    claim("mail");

    assertThat(server().post("/api/v1/workers/test/quiet", "").is(200).at("/mode"))
        .isEqualTo("QUIET");
    enqueue("mail");
    assertThat(server().get("/api/v1/workers").is(200).at("/items/0/mode")).isEqualTo("QUIET");
    assertThat(server().post("/api/v1/workers/test/resume", "").is(200).at("/mode"))
        .isEqualTo("ACTIVE");
    server().post("/api/v1/workers/test/stop", "").is(200);
    assertThat(claim("mail")).isEmpty();
    assertThat(server().post("/api/v1/workers/test/resume", "").is(200).at("/mode"))
        .isEqualTo("ACTIVE");
    assertThat(claim("mail")).isNotEmpty();
    server().post("/api/v1/workers/missing/quiet", "").is(404);
    assertThat(server().get("/api/v1/audit?limit=10").is(200).json().at("/items").toString())
        .contains("worker.stop", "worker.resume", "worker.quiet");
  }

  @Test
  default void a_worker_in_java_that_stops_cannot_be_resumed() {
    server()
        .store()
        .heartbeat(
            new Heartbeat(
                new ClaimRequest.Lease(new WorkerId("java"), Duration.ofSeconds(15)),
                List.of(),
                "host-1:4711",
                "",
                Set.of(new QueueName("mail")),
                Set.of(new JobTypeName("work")),
                1,
                0));
    server().post("/api/v1/workers/java/stop", "").is(200);

    assertThat(server().post("/api/v1/workers/java/resume", "").is(409).at("/detail"))
        .isEqualTo("worker java stops; that cannot be undone");
  }
}
