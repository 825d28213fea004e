package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.testing.TestForge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which runs count as attempts, and which number handlers see. */
class AttemptNumbersTest {
  private final List<Integer> seen = new ArrayList<>();
  private Outcome outcome = Outcome.DONE;
  private boolean broken;
  private final TestForge forge =
      TestForge.with(
          f ->
              f.queue("default", q -> q.deadLetterQueue("dead"))
                  .handler(
                      JobType.of("call", Object.class),
                      (payload, context) -> {
                        seen.add(context.attempt());
                        if (broken) {
                          throw new IOException("broken pipe");
                        }
                        return outcome;
                      }));
  private final TaskForge client = forge.taskForge();

  @AfterEach
  void close() {
    forge.close();
  }

  @Test
  void a_job_cancelled_while_waiting_has_no_attempt() {
    JobId id = forge.enqueue(JobRequest.of("call").delay(ofSeconds(60))).id();
    client.cancel(id, "no longer wanted");

    assertThat(forge.job(id)).isCancelled().afterAttempts(0);
    assertThat(forge.history(id))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.status()).isEqualTo(AttemptStatus.CANCELLED);
              assertThat(entry.startedAt()).isNull();
              assertThat(entry.explanation()).isEqualTo("no longer wanted");
            });

    client.retryNow(id);
    forge.runDue();
    assertThat(seen).containsExactly(1);
    assertThat(forge.job(id)).succeeded().afterAttempts(1);
  }

  @Test
  void the_first_run_after_a_redrive_is_attempt_one_again() {
    broken = true;
    JobId id = forge.enqueue(JobRequest.of("call").retryPolicy(RetryPolicies.SCHEDULER)).id();
    runUntilDead(id);
    client.redrive(id);
    runUntilDead(id);

    assertThat(seen).containsExactly(1, 2, 3, 4, 1, 2, 3, 4);
    assertThat(forge.job(id)).isDead().afterAttempts(4);
  }

  @Test
  void a_manual_retry_restarts_the_count_for_a_finished_job_only() {
    broken = true;
    JobId id = forge.enqueue(JobRequest.of("call").retryPolicy(RetryPolicies.SCHEDULER)).id();
    forge.runDue();
    client.retryNow(id);
    forge.runDue();
    client.cancelRetries(id, "hopeless");
    client.retryNow(id);
    forge.runDue();

    assertThat(seen).containsExactly(1, 2, 1);
  }

  @Test
  void a_snoozed_run_is_an_attempt() {
    outcome = Outcome.snooze(ofSeconds(5));
    JobId id = forge.enqueue(JobRequest.of("call")).id();
    forge.runDue();
    outcome = Outcome.DONE;
    forge.advance(ofSeconds(5));
    forge.runDue();

    assertThat(seen).containsExactly(1, 2);
    assertThat(forge.job(id)).succeeded().afterAttempts(2);
  }

  @Test
  void a_job_past_its_deadline_ends_without_an_attempt() {
    JobId id =
        forge
            .enqueue(
                JobRequest.of("call").delay(ofSeconds(61)).deadline(forge.now().plusSeconds(60)))
            .id();
    forge.advance(ofSeconds(61));
    forge.runDue();

    assertThat(forge.job(id)).isDead().afterAttempts(0).withFailures(0).hasError("deadline_passed");
    assertThat(forge.history(id))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.status()).isEqualTo(AttemptStatus.FAILED);
              assertThat(entry.startedAt()).isNull();
              assertThat(entry.duration()).isNull();
              assertThat(entry.finishedAt()).isEqualTo(forge.now());
            });
  }

  @Test
  void a_job_released_before_its_start_can_still_start_once() {
    try (Workers workers = new Workers()) {
      TaskForge worker =
          workers.worker(
              "full",
              noThreads(),
              f -> f.handler(JobType.of("once", Object.class), (p, c) -> Outcome.DONE));
      JobId id = workers.enqueue(JobRequest.of("once").guarantee(Guarantee.AT_MOST_ONCE));
      Workers.round(worker);

      assertThat(workers.job(id)).isQueued().afterAttempts(0);
      assertThat(workers.history(id))
          .allSatisfy(
              entry -> {
                assertThat(entry.status()).isEqualTo(AttemptStatus.INTERRUPTED);
                assertThat(entry.startedAt()).isNull();
              });
      worker.cancel(id, "not today");
      worker.retryNow(id);
      assertThat(workers.job(id)).isQueued();
    }
  }

  @Test
  void max_attempts_includes_attempts_that_use_no_retry() {
    JobId id = forge.enqueue(JobRequest.of("call").retryPolicy(RetryPolicies.SCHEDULER)).id();
    assertThat(forge.job(id).maxAttempts(RetryPolicies.SCHEDULER)).hasValue(4);
    outcome = Outcome.snooze(ofSeconds(5));
    forge.runDue();
    assertThat(forge.job(id).maxAttempts(RetryPolicies.SCHEDULER)).hasValue(5);
    broken = true;
    forge.advance(ofSeconds(5)).runDue();
    assertThat(forge.job(id)).isRetrying().afterAttempts(2);
    assertThat(forge.job(id).maxAttempts(RetryPolicies.SCHEDULER)).hasValue(5);
    assertThat(forge.job(id).maxAttempts(RetryPolicies.ONCE))
        .as("the next one is made, whatever the policy has become")
        .hasValue(3);
    for (int run = 0; run < 3; run++) {
      forge.advance(ofMinutes(5)).runDue();
    }
    assertThat(forge.job(id)).isDead().afterAttempts(5);
    assertThat(forge.job(id).maxAttempts(RetryPolicies.SCHEDULER)).isEmpty();
    JobId once = forge.enqueue(JobRequest.of("x").guarantee(Guarantee.AT_MOST_ONCE)).id();
    assertThat(forge.job(once).maxAttempts(RetryPolicies.SCHEDULER)).hasValue(1);
  }

  private static HandlerThreads noThreads() {
    return new HandlerThreads() {
      @Override
      public void run(Runnable work) {
        throw new RejectedExecutionException("no thread");
      }

      @Override
      public void abandoned() {}

      @Override
      public void close() {}
    };
  }

  private void runUntilDead(JobId id) {
    for (int run = 0; run < 4; run++) {
      forge.runDue();
      forge.advance(ofMinutes(5));
    }
    assertThat(forge.job(id)).isDead();
  }
}
