package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The timelines that the original specifications describe. */
class SourceTimelinesTest {
  private final Failing handler = new Failing();

  private TestForge forge(Consumer<TaskForgeBuilder> configuration) {
    TestForge forge =
        TestForge.with(
            f -> {
              f.handler(JobType.of("call", Object.class), handler);
              configuration.accept(f);
            });
    handler.clock(forge.clock());
    return forge;
  }

  /** Runs a job to its end, advancing from one due time to the next. */
  private static void runToTheEnd(TestForge forge, JobId id) {
    forge.runDue();
    while (!forge.job(id).state().isFinal()) {
      Duration left = Duration.between(forge.now(), forge.job(id).runAt());
      assertThat(left).isPositive();
      forge.advance(left.minusNanos(1_000));
      assertThat(forge.runDue()).as("a microsecond early").isZero();
      forge.advance(Duration.ofNanos(1_000));
      assertThat(forge.runDue()).isEqualTo(1);
    }
  }

  @Test
  void a_job_of_001_is_retried_after_30_60_and_120_seconds_and_then_fails() {
    try (TestForge forge = forge(f -> f.retryPolicy(RetryPolicies.WEBHOOK))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      runToTheEnd(forge, id);

      assertThat(forge.job(id)).failed().afterAttempts(4).withFailures(4).hasError("timeout");
      assertThat(handler.seconds()).containsExactly(0.0, 30.0, 90.0, 210.0);
      assertThat(forge.history(id))
          .extracting(Attempt::delay)
          .containsExactly(ofSeconds(30), ofSeconds(60), ofSeconds(120), null);
    }
  }

  @Test
  void a_job_of_001_is_dead_lettered_if_its_queue_has_a_dead_letter_queue() {
    try (TestForge forge =
        forge(
            f ->
                f.queue(
                    "hooks",
                    q -> q.retryPolicy(RetryPolicies.WEBHOOK).deadLetterQueue("hooks-dead")))) {
      JobId id = forge.enqueue(JobRequest.of("call", "body").queue("hooks")).id();
      Instant start = forge.now();
      runToTheEnd(forge, id);

      assertThat(forge.job(id)).isDead().afterAttempts(4);
      assertThat(forge.job(id).queue()).isEqualTo(new QueueName("hooks-dead"));
      assertThat(forge.job(id).payload().json()).isEqualTo("\"body\"");
      assertThat(forge.job(id).deadLetter())
          .satisfies(
              dead -> {
                assertThat(dead).isNotNull();
                assertThat(dead.movedFrom()).isEqualTo(new QueueName("hooks"));
                assertThat(dead.movedAt()).isEqualTo(start.plusSeconds(210));
                assertThat(dead.reason()).contains("retries exhausted", "4 of 4 attempts failed");
              });
    }
  }

  @Test
  void a_job_of_002_exhausts_its_retries_after_four_attempts_each_delay_within_its_interval() {
    try (TestForge forge = forge(f -> f.retryPolicy(RetryPolicies.FULL_JITTER))) {
      for (int i = 0; i < 50; i++) {
        JobId id = forge.enqueue(JobRequest.of("call")).id();
        runToTheEnd(forge, id);

        assertThat(forge.job(id)).failed().afterAttempts(4).withFailures(4);
        List<Attempt> attempts = forge.history(id);
        Duration[] longest = {ofMillis(500), ofMillis(1000), ofMillis(2000)};
        for (int retry = 1; retry <= 3; retry++) {
          assertThat(attempts.get(retry - 1).delay())
              .isNotNull()
              .isBetween(Duration.ZERO, longest[retry - 1]);
          assertThat(attempts.get(retry - 1).explanation())
              .contains("retry " + retry + " of 3", "full jitter");
        }
        assertThat(attempts.get(3).explanation()).contains("retries exhausted");
        assertThat(forge.taskForge().retryNow(id).state()).isNotNull();
        assertThat(forge.taskForge().cancel(id, "next").state()).isNotNull();
      }
    }
  }

  @Test
  void a_job_of_003_runs_at_0_1_3_and_7_seconds() {
    try (TestForge forge = forge(f -> f.retryPolicy(RetryPolicies.SCHEDULER))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      runToTheEnd(forge, id);

      assertThat(forge.job(id)).failed().afterAttempts(4);
      assertThat(handler.seconds()).containsExactly(0.0, 1.0, 3.0, 7.0);
      assertThat(forge.history(id)).extracting(Attempt::retry).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void a_job_of_003_that_succeeds_at_its_second_retry_has_no_third() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.retryPolicy(RetryPolicies.SCHEDULER.maxRetries(2))
                    .handler(
                        JobType.of("call", Object.class),
                        (payload, context) -> {
                          if (context.attempt() < 3) {
                            throw new java.net.ConnectException("refused");
                          }
                          return Outcome.DONE;
                        }))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      runToTheEnd(forge, id);

      assertThat(forge.job(id)).succeeded().afterAttempts(3).withFailures(2);
      assertThat(forge.history(id))
          .extracting(Attempt::status)
          .containsExactly(AttemptStatus.FAILED, AttemptStatus.FAILED, AttemptStatus.SUCCEEDED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "exponential, 60, 120, 240, 480, 960",
    "linear, 60, 120, 180, 240, 300",
    "fixed, 60, 60, 60, 60, 60",
    "fibonacci, 60, 60, 120, 180, 300"
  })
  void a_job_of_004_waits_as_its_strategy_says(
      String strategy, long first, long second, long third, long fourth, long fifth) {
    RetryPolicy policy =
        switch (strategy) {
          case "exponential" -> RetryPolicy.exponential(ofMinutes(1));
          case "linear" -> RetryPolicy.linear(ofMinutes(1));
          case "fixed" -> RetryPolicy.fixed(ofMinutes(1));
          default -> RetryPolicy.fibonacci(ofMinutes(1));
        };
    try (TestForge forge = forge(f -> f.retryPolicy(policy.maxRetries(5)))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      runToTheEnd(forge, id);

      assertThat(forge.job(id)).failed().afterAttempts(6);
      assertThat(forge.history(id))
          .extracting(Attempt::delay)
          .containsExactly(
              ofSeconds(first),
              ofSeconds(second),
              ofSeconds(third),
              ofSeconds(fourth),
              ofSeconds(fifth),
              null);
      assertThat(forge.history(id).get(0).explanation()).contains(strategy);
    }
  }

  @Test
  void the_patient_policy_of_004_has_a_jitter_of_a_fifth() {
    try (TestForge forge = forge(f -> f.retryPolicy(RetryPolicies.PATIENT))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      runToTheEnd(forge, id);

      List<Attempt> attempts = forge.history(id);
      assertThat(attempts).hasSize(4);
      assertThat(attempts.get(0).delay()).isBetween(ofSeconds(48), ofSeconds(72));
      assertThat(attempts.get(1).delay()).isBetween(ofSeconds(96), ofSeconds(144));
      assertThat(attempts.get(2).delay()).isBetween(ofSeconds(192), ofSeconds(288));
    }
  }

  @Test
  void a_permanent_error_fails_immediately() {
    handler.with(HandlerFailure.of(Errors.VALIDATION, "no such currency"));
    for (RetryPolicy policy : List.of(RetryPolicies.DEFAULT, RetryPolicies.PATIENT)) {
      try (TestForge forge = forge(f -> f.retryPolicy(policy))) {
        JobId id = forge.enqueue(JobRequest.of("call")).id();
        forge.runDue();

        assertThat(forge.job(id)).failed().afterAttempts(1).hasError("ValidationError");
      }
    }
    assertThat(handler.calls()).isEqualTo(2);
  }

  @Test
  void an_at_most_once_job_fails_without_a_retry_whatever_its_policy_says() {
    try (TestForge forge = forge(f -> {})) {
      JobId id =
          forge
              .enqueue(
                  JobRequest.of("call")
                      .guarantee(Guarantee.AT_MOST_ONCE)
                      .retryPolicy(RetryPolicy.fixed(ofSeconds(1)).maxRetries(5)))
              .id();
      forge.runDue();
      forge.advance(ofMinutes(10));
      forge.runDue();

      assertThat(forge.job(id)).failed().afterAttempts(1).withFailures(1);
      assertThat(handler.calls()).isEqualTo(1);
      assertThat(forge.history(id).get(0).explanation()).contains("AT_MOST_ONCE");
    }
  }

  @Test
  void an_at_most_once_job_starts_once_even_if_its_worker_dies() {
    for (boolean deadLetters : new boolean[] {false, true}) {
      Failing counted = new Failing();
      try (Workers workers = new Workers()) {
        Consumer<TaskForgeBuilder> usual =
            f -> {
              f.handler(JobType.of("call", Object.class), counted);
              f.queue(
                  "default",
                  q -> {
                    if (deadLetters) {
                      q.deadLetterQueue("dead");
                    }
                  });
            };
        var dying = workers.worker("dying", new HeldThreads(), usual);
        var other = workers.worker("other", usual);
        JobId id = workers.enqueue(JobRequest.of("call").guarantee(Guarantee.AT_MOST_ONCE));
        engineOf(dying).fetch();

        workers.advance(Workers.PAST_THE_LEASE);
        Workers.round(other);
        Workers.round(other);

        if (deadLetters) {
          assertThat(workers.job(id)).isDead();
        } else {
          assertThat(workers.job(id)).failed();
        }
        assertThat(workers.job(id)).afterAttempts(1).hasError("worker_lost");
        assertThat(workers.history(id).get(0).explanation()).contains("outcome unknown");
        assertThat(workers.history(id).get(0).status()).isEqualTo(AttemptStatus.LOST);
        assertThat(counted.calls()).isZero();
      }
    }
  }
}
