package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.RetryStatistics;
import io.taskforge.TaskForge;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.stats.StoreStats;
import io.taskforge.testing.TestForge;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client API of TaskForge. */
class ClientTest {
  private final List<Object> ran = new ArrayList<>();
  private boolean failing;
  private final TestForge forge =
      TestForge.with(
          f ->
              f.concurrency(1)
                  .retryPolicy(RetryPolicies.SCHEDULER)
                  .queue("default", q -> q.deadLetterQueue("dead"))
                  .queue("plain")
                  .handler(
                      JobType.of("call", Object.class),
                      (payload, context) -> {
                        ran.add(payload);
                        if (failing) {
                          throw new java.io.IOException("broken pipe");
                        }
                        return Outcome.DONE;
                      }));
  private final TaskForge client = forge.taskForge();

  @AfterEach
  void close() {
    forge.close();
  }

  private JobId exhausted(String queue) {
    failing = true;
    JobId id = forge.enqueue(JobRequest.of("call", "x").queue(queue)).id();
    for (int i = 0; i < 8; i++) {
      forge.runDue();
      forge.advance(ofSeconds(1));
    }
    failing = false;
    ran.clear();
    return id;
  }

  @Test
  void single_jobs_and_batches_are_stored_with_all_their_values() {
    JobId id =
        client
            .enqueue(
                JobRequest.of("call", List.of(1, 2))
                    .queue("plain")
                    .tenant("acme")
                    .priority(7)
                    .timeout(ofSeconds(9)))
            .id();
    List<Enqueued> many =
        client.enqueueAll(List.of(JobRequest.of("call", "a"), JobRequest.of("call", "b")));

    Job job = forge.job(id);
    assertThat(job.payload().json()).isEqualTo("[1,2]");
    assertThat(job.queue()).isEqualTo(new QueueName("plain"));
    assertThat(job.tenant()).isEqualTo(new TenantId("acme"));
    assertThat(job.priority()).isEqualTo(7);
    assertThat(job.timeout()).isEqualTo(ofSeconds(9));
    assertThat(many).extracting(Enqueued::created).containsExactly(true, true);
    assertThat(client.enqueueAll(List.of())).isEmpty();
    assertThat(forge.job(many.get(1).id()).payload().json()).isEqualTo("\"b\"");
  }

  @Test
  void a_used_idempotency_key_returns_the_tenants_first_job_even_if_finished() {
    JobRequest request = JobRequest.of("call", "x").idempotencyKey("order-7");
    JobId first = client.enqueue(request).id();
    forge.runDue();

    assertThat(client.enqueueAll(List.of(request, request)))
        .containsExactly(new Enqueued(first, null), new Enqueued(first, null));
    assertThat(client.enqueue(request.tenant("other")).id()).isNotEqualTo(first);
    forge.runDue();
    assertThat(ran).hasSize(2);
  }

  @Test
  void due_jobs_run_by_priority_and_then_by_time() {
    forge.enqueue(JobRequest.of("call", "low").priority(-5));
    forge.enqueue(JobRequest.of("call", "usual 1"));
    forge.advance(ofSeconds(1));
    forge.enqueue(JobRequest.of("call", "usual 2"));
    forge.enqueue(JobRequest.of("call", "high").priority(10));
    forge.enqueue(JobRequest.of("call", "highest, not due").priority(1000).delay(ofMinutes(1)));
    forge.runDue();

    assertThat(ran).containsExactly("high", "usual 1", "usual 2", "low");
  }

  @Test
  void a_job_runs_at_its_time_and_not_before() {
    forge.enqueue(JobRequest.of("call", "at").runAt(forge.now().plusSeconds(60)));
    forge.enqueue(JobRequest.of("call", "past").runAt(forge.now().minusSeconds(60)));
    forge.runDue();
    assertThat(ran).containsExactly("past");
    forge.advance(ofSeconds(60).minusNanos(1000));
    assertThat(forge.runDue()).isZero();
    forge.advance(java.time.Duration.ofNanos(1000));
    assertThat(forge.runDue()).isEqualTo(1);
  }

  @Test
  void no_jobs_of_a_paused_queue_run_until_it_is_resumed() {
    client.pause(new QueueName("plain"));
    JobId id = forge.enqueue(JobRequest.of("call", "x").queue("plain")).id();
    assertThat(forge.runDue()).isZero();
    assertThat(forge.job(id)).isQueued();
    client.resume(new QueueName("plain"));
    assertThat(forge.runDue()).isEqualTo(1);
  }

  @Test
  void a_waiting_job_can_be_cancelled_once() {
    JobId id = forge.enqueue(JobRequest.of("call", "x")).id();
    assertThat(client.cancel(id, "not needed"))
        .isEqualTo(new ChangeResult(ChangeResult.Status.CHANGED, JobState.CANCELLED));
    assertThat(client.cancel(id, "again").status()).isEqualTo(ChangeResult.Status.REFUSED);
    assertThat(forge.runDue()).isZero();
    assertThat(forge.history(id).get(0).explanation()).isEqualTo("not needed");
    assertThat(client.cancel(new JobId(new UUID(0, 0)), "?").status())
        .isEqualTo(ChangeResult.Status.NOT_FOUND);
  }

  @Test
  void a_failed_or_cancelled_job_can_be_run_again() {
    JobId failed = exhausted("plain");
    JobId cancelled = forge.enqueue(JobRequest.of("call", "c")).id();
    client.cancel(cancelled, "oh");
    assertThat(forge.job(failed)).failed();

    client.retryNow(failed);
    client.retryNow(cancelled);
    assertThat(forge.job(failed)).isQueued().withFailures(0);
    forge.runDue();

    assertThat(forge.job(failed)).succeeded().afterAttempts(1);
    assertThat(forge.job(failed).totalAttempts()).isEqualTo(5);
    assertThat(forge.job(cancelled)).succeeded();
    assertThat(client.retryNow(failed).status()).isEqualTo(ChangeResult.Status.REFUSED);
  }

  @Test
  void a_waiting_retry_can_be_run_now_rescheduled_or_cancelled() {
    failing = true;
    JobId now = forge.enqueue(JobRequest.of("call", "now")).id();
    JobId later = forge.enqueue(JobRequest.of("call", "later")).id();
    JobId never = forge.enqueue(JobRequest.of("call", "never")).id();
    forge.runDue();
    failing = false;
    ran.clear();

    client.retryNow(now);
    client.reschedule(later, forge.now().plusSeconds(100));
    client.cancelRetries(never, "hopeless");
    forge.runDue();
    assertThat(ran).containsExactly("now");
    assertThat(forge.job(now)).succeeded().withFailures(1);
    assertThat(forge.job(later)).isRetrying().isDueIn(ofSeconds(100), forge.now());
    assertThat(forge.job(never)).failed();
    assertThat(client.cancelRetries(later, "too").state()).isEqualTo(JobState.FAILED);
    assertThat(client.cancelRetries(now, "no").status()).isEqualTo(ChangeResult.Status.REFUSED);
  }

  @Test
  void a_dead_job_is_redriven_to_its_source_queue_with_its_history() {
    JobId id = exhausted("default");
    assertThat(forge.job(id)).isDead();
    assertThat(client.retryNow(id).status()).isEqualTo(ChangeResult.Status.REFUSED);

    client.redrive(id);
    assertThat(forge.job(id)).isQueued().withFailures(0);
    assertThat(forge.job(id).queue()).isEqualTo(QueueName.DEFAULT);
    assertThat(forge.job(id).deadLetter()).isNull();
    forge.runDue();

    assertThat(forge.job(id)).succeeded().afterAttempts(1);
    assertThat(forge.job(id).totalAttempts()).isEqualTo(5);
    assertThat(forge.history(id)).hasSize(5);
    assertThat(forge.job(id).counters()).isEqualTo(Counters.ZERO);
  }

  @Test
  void statistics_count_retries_by_outcome() {
    failing = true;
    JobId id = forge.enqueue(JobRequest.of("call", "x")).id();
    forge.runDue();
    assertThat(client.retryStatistics(id)).contains(new RetryStatistics(true, false, 0, 0, 0, 0));
    forge.advance(ofSeconds(1));
    forge.runDue();
    failing = false;
    forge.advance(ofSeconds(2));
    forge.runDue();
    assertThat(client.retryStatistics(id)).contains(new RetryStatistics(false, false, 2, 1, 1, 0));
    assertThat(client.retryStatistics(new JobId(new UUID(1, 1)))).isEmpty();

    failing = true;
    JobId cancelled = forge.enqueue(JobRequest.of("call", "y")).id();
    forge.runDue();
    client.cancelRetries(cancelled, "enough");
    assertThat(client.retryStatistics(cancelled))
        .contains(new RetryStatistics(false, false, 1, 0, 0, 1));

    StoreStats stats = client.stats();
    assertThat(stats.totalRetries()).isEqualTo(2);
    assertThat(stats.successfulRetries()).isEqualTo(1);
    assertThat(stats.retrySuccessRate()).isEqualTo(50.0);
    assertThat(stats.jobsByState())
        .containsEntry(JobState.SUCCEEDED, 1L)
        .containsEntry(JobState.FAILED, 1L)
        .containsEntry(JobState.RUNNING, 0L);
  }

  @Test
  void history_returns_the_latest_attempts_oldest_first() {
    JobId id = exhausted("plain");
    assertThat(client.history(id, 2))
        .extracting(attempt -> attempt.attempt())
        .containsExactly(3, 4);
    assertThat(client.history(id)).hasSize(4).isEqualTo(forge.history(id));
  }

  @Test
  void a_job_of_an_unknown_type_waits_and_is_listed() {
    JobId id = forge.enqueue(JobRequest.of("renamed", "x")).id();
    assertThat(forge.runDue()).isZero();
    forge.advance(java.time.Duration.ofDays(400));
    forge.runDue();
    engineOf(client).purge();

    assertThat(forge.job(id)).isQueued().afterAttempts(0);
    assertThat(
            client
                .jobs(JobFilter.all(10).state(JobState.QUEUED).type(new JobTypeName("renamed")))
                .items())
        .extracting(Job::id)
        .containsExactly(id);
    assertThat(client.stats().queue(QueueName.DEFAULT).waiting()).isEqualTo(1);
  }

  @Test
  void finished_jobs_are_deleted_after_their_retention() {
    JobId id = forge.enqueue(JobRequest.of("call", "x")).id();
    forge.runDue();
    forge.advance(java.time.Duration.ofDays(7));
    engineOf(client).purge();
    assertThat(client.job(id)).isPresent();
    forge.advance(ofSeconds(1));
    engineOf(client).purge();
    assertThat(client.job(id)).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // no database, no connection
  void database_features_are_rejected_by_a_store_without_a_database() {
    assertThatThrownBy(() -> client.enqueueAllIn(null, List.of(JobRequest.of("call"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("store in a database")
        .hasMessageContaining("MemoryJobStore");
  }

  @Test
  void a_policy_without_a_json_form_is_rejected_at_enqueue() {
    RetryPolicy own =
        RetryPolicy.fixed(ofSeconds(1)).backoff(new ThrowingBackoff(new AssertionError()));
    assertThatThrownBy(() -> client.enqueue(JobRequest.of("call").retryPolicy(own)))
        .hasMessageContaining("withStrategy");
  }
}
