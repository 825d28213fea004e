package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a handler may return or throw, and what happens to its job. */
class OutcomesTest {
  record Mail(String to, int size) {}

  private static TestForge forge(JobHandler<Object> handler) {
    return forge(handler, f -> {});
  }

  private static TestForge forge(
      JobHandler<Object> handler, Consumer<TaskForgeBuilder> configuration) {
    return TestForge.with(
        f -> {
          f.retryPolicy(RetryPolicies.SCHEDULER).handler(JobType.of("call", Object.class), handler);
          configuration.accept(f);
        });
  }

  private static Attempt onlyAttempt(TestForge forge, JobId id) {
    List<Attempt> attempts = forge.history(id);
    assertThat(attempts).hasSize(1);
    return attempts.get(0);
  }

  @Test
  void done_stores_the_result() {
    try (TestForge forge = forge((payload, context) -> Outcome.done(new Mail("ann", 3)))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();

      assertThat(forge.job(id)).succeeded().afterAttempts(1);
      assertThat(forge.job(id).resultIfAny())
          .hasValueSatisfying(
              result -> assertThat(result.json()).isEqualTo("{\"to\":\"ann\",\"size\":3}"));
    }
  }

  @Test
  void a_snoozed_job_runs_later_and_uses_no_retry() {
    try (TestForge forge =
        forge(
            (payload, context) ->
                context.attempt() <= 10 ? Outcome.snooze(ofMinutes(1)) : Outcome.DONE)) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id)).isQueued().isDueIn(ofMinutes(1), forge.now());
      assertThat(onlyAttempt(forge, id).status()).isEqualTo(AttemptStatus.SNOOZED);
      for (int i = 0; i < 10; i++) {
        forge.advance(ofMinutes(1));
        forge.runDue();
      }

      assertThat(forge.job(id)).succeeded().afterAttempts(11).withFailures(0);
    }
  }

  @Test
  void an_extremely_long_snooze_is_stored_and_blocks_no_other_job() {
    try (TestForge forge =
        forge(
            (payload, context) ->
                "late".equals(payload)
                    ? Outcome.snooze(Duration.ofSeconds(Long.MAX_VALUE))
                    : Outcome.DONE)) {
      JobId late = forge.enqueue(JobRequest.of("call", "late")).id();
      JobId usual = forge.enqueue(JobRequest.of("call", "usual")).id();
      forge.runDue();

      assertThat(forge.job(usual)).succeeded();
      assertThat(forge.job(late)).isQueued();
      assertThat(forge.job(late).runAt()).isAfter(forge.now().plus(Duration.ofDays(36_000)));
    }
  }

  @Test
  void an_at_most_once_job_cannot_be_snoozed() {
    try (TestForge forge = forge((payload, context) -> Outcome.snooze(ofMinutes(1)))) {
      JobId id = forge.enqueue(JobRequest.of("call").guarantee(Guarantee.AT_MOST_ONCE)).id();
      forge.runDue();

      assertThat(forge.job(id)).failed().afterAttempts(1).hasError("snoozed");
    }
  }

  @Test
  void a_discarded_job_is_cancelled() {
    try (TestForge forge = forge((payload, context) -> Outcome.discard("the account is gone"))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();

      assertThat(forge.job(id)).isCancelled().withFailures(0);
      assertThat(onlyAttempt(forge, id).explanation())
          .isEqualTo("discarded by its handler: the account is gone");
    }
  }

  @Test
  void a_dead_lettered_job_fails_if_there_is_no_dead_letter_queue() {
    JobHandler<Object> handler = (payload, context) -> Outcome.deadLetter("unknown format");
    try (TestForge forge = forge(handler)) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id)).failed().hasError("dead_lettered_by_handler");
    }
    try (TestForge forge =
        forge(handler, f -> f.queue("default", q -> q.deadLetterQueue("dead")))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id)).isDead().withFailures(1);
      assertThat(forge.job(id).queue()).isEqualTo(new QueueName("dead"));
      assertThat(forge.job(id).deadLetter())
          .satisfies(dead -> assertThat(dead.reason()).isEqualTo("unknown format"));
    }
  }

  @Test
  void retry_in_replaces_the_policys_delay_but_not_its_limit() {
    try (TestForge forge =
        forge(
            (payload, context) ->
                Outcome.retryIn(ofSeconds(10), Errors.RATE_LIMITED, "quota used up"))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();
      assertThat(forge.job(id))
          .isRetrying()
          .isDueIn(ofSeconds(10), forge.now())
          .hasError("rate_limited");
      assertThat(onlyAttempt(forge, id).failureKind()).isEqualTo(FailureKind.OVERLOAD);
      for (int i = 0; i < 3; i++) {
        forge.advance(ofSeconds(10));
        forge.runDue();
      }
      assertThat(forge.job(id)).failed().afterAttempts(4);
    }
  }

  @Test
  void a_handler_failure_controls_the_retry() {
    List<HandlerFailure> failures =
        List.of(
            HandlerFailure.of(Errors.RATE_LIMITED, "slow down").retryIn(ofSeconds(42)),
            HandlerFailure.ofStatus(503, "busy").retryAfter(ofMinutes(2)),
            HandlerFailure.of(ErrorType.of("card_declined"), "no funds").doNotRetry(),
            HandlerFailure.of(ErrorType.of("odd"), "odd").kind(FailureKind.PERMANENT),
            HandlerFailure.ofStatus(404, "gone"),
            HandlerFailure.of(ErrorType.of("odd"), "odd"));
    try (TestForge forge =
        forge(
            (payload, context) -> {
              throw failures.get(((Number) payload).intValue());
            })) {
      List<JobId> ids = new ArrayList<>();
      for (int i = 0; i < failures.size(); i++) {
        ids.add(forge.enqueue(JobRequest.of("call", i)).id());
      }
      forge.runDue();

      assertThat(forge.job(ids.get(0))).isRetrying().isDueIn(ofSeconds(42), forge.now());
      assertThat(forge.job(ids.get(1)))
          .isRetrying()
          .isDueIn(ofMinutes(2), forge.now())
          .hasError("http_503");
      assertThat(forge.job(ids.get(2))).failed().hasError("card_declined");
      assertThat(forge.job(ids.get(3))).failed().hasError("odd");
      assertThat(forge.job(ids.get(4))).failed();
      assertThat(forge.job(ids.get(5))).isRetrying().isDueIn(ofSeconds(1), forge.now());
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a handler must not do, and some will
  void returning_null_is_a_failure() {
    try (TestForge forge = forge((payload, context) -> null)) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();

      assertThat(forge.job(id)).isRetrying().withFailures(1);
      assertThat(onlyAttempt(forge, id).message()).contains("returned null, not an Outcome");
    }
  }

  @Test
  void a_payload_that_does_not_match_its_class_fails_immediately() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.handler(
                    JobType.of("mail", Mail.class), (mail, context) -> Outcome.done(mail.to())))) {
      JobId id = forge.enqueue(JobRequest.of("mail", List.of("not", "a", "mail"))).id();
      JobId text = forge.enqueue(JobRequest.of("mail", java.util.Map.of("size", "many"))).id();
      JobId newer =
          forge.enqueue(JobRequest.of("mail", java.util.Map.of("to", "ann", "extra", true))).id();
      forge.runDue();

      assertThat(forge.job(id)).failed().afterAttempts(1).hasError("ValidationError");
      assertThat(forge.job(text)).failed().afterAttempts(1);
      assertThat(forge.job(newer)).succeeded();
    }
  }

  record Unwritable(boolean secret) {
    @Override
    public boolean secret() {
      if (secret) {
        throw new IllegalStateException("not for you");
      }
      return false;
    }
  }

  @Test
  void a_result_that_cannot_be_stored_fails_without_a_retry() {
    List<Object> results =
        List.of(new Unwritable(true), "x".repeat(300 * 1024), "lone \uD800 surrogate");
    int[] runs = {0};
    try (TestForge forge =
        forge(
            (payload, context) -> {
              runs[0]++;
              return Outcome.done(results.get(((Number) payload).intValue()));
            })) {
      List<JobId> ids = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        ids.add(forge.enqueue(JobRequest.of("call", i)).id());
      }
      forge.runDue();
      forge.advance(ofMinutes(10));
      forge.runDue();

      assertThat(runs[0]).isEqualTo(3);
      for (JobId id : ids) {
        assertThat(forge.job(id)).failed().afterAttempts(1).hasError("result_not_kept");
        assertThat(onlyAttempt(forge, id).message()).contains("result");
      }
    }
  }

  @Test
  void no_attempt_starts_after_the_deadline() {
    int[] runs = {0};
    try (TestForge forge =
        forge(
            (payload, context) -> {
              runs[0]++;
              return Outcome.DONE;
            })) {
      JobId inTime =
          forge.enqueue(JobRequest.of("call").deadline(forge.now().plusSeconds(60))).id();
      JobId late =
          forge
              .enqueue(
                  JobRequest.of("call").delay(ofSeconds(61)).deadline(forge.now().plusSeconds(60)))
              .id();
      forge.runDue();
      forge.advance(ofSeconds(61));
      forge.runDue();

      assertThat(forge.job(inTime)).succeeded();
      assertThat(forge.job(late)).failed().hasError("deadline_passed");
      assertThat(runs[0]).isEqualTo(1);
    }
  }

  @Test
  void a_retry_that_would_start_after_the_deadline_is_not_scheduled() {
    try (TestForge forge =
        forge(
            (payload, context) -> {
              throw new java.io.IOException("broken pipe");
            })) {
      JobId id = forge.enqueue(JobRequest.of("call").deadline(forge.now().plusSeconds(2))).id();
      forge.runDue();
      assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(1), forge.now());
      forge.advance(ofSeconds(1));
      forge.runDue();

      assertThat(forge.job(id)).failed().afterAttempts(2);
      assertThat(forge.history(id).get(1).explanation()).contains("deadline");
    }
  }

  @Test
  void text_that_a_database_rejects_is_repaired() {
    String bad = "NUL \u0000 and lone \uD800 surrogate";
    String good = "NUL \uFFFD and lone \uFFFD surrogate";
    try (TestForge forge =
        forge(
            (payload, context) -> {
              context.log(bad);
              if ("throw".equals(payload)) {
                throw new IllegalStateException(bad);
              }
              if ("retry".equals(payload)) {
                return Outcome.retryIn(ofSeconds(1), Errors.TIMEOUT, bad);
              }
              return "discard".equals(payload) ? Outcome.discard(bad) : Outcome.deadLetter(bad);
            },
            f -> f.queue("default", q -> q.deadLetterQueue("dead")))) {
      JobId thrown = forge.enqueue(JobRequest.of("call", "throw")).id();
      JobId retried = forge.enqueue(JobRequest.of("call", "retry")).id();
      JobId discarded = forge.enqueue(JobRequest.of("call", "discard")).id();
      JobId dead = forge.enqueue(JobRequest.of("call", "dead")).id();
      forge.runDue();

      assertThat(onlyAttempt(forge, thrown).message()).isEqualTo(good);
      assertThat(onlyAttempt(forge, thrown).log()).containsExactly(good);
      assertThat(onlyAttempt(forge, retried).message()).isEqualTo(good);
      assertThat(onlyAttempt(forge, discarded).explanation()).endsWith(good);
      assertThat(onlyAttempt(forge, dead).message()).isEqualTo(good);
      assertThat(onlyAttempt(forge, dead).explanation()).isEqualTo(good);
      assertThat(forge.job(dead).deadLetter())
          .satisfies(letter -> assertThat(letter.reason()).isEqualTo(good));

      JobId cancelled = forge.enqueue(JobRequest.of("call").delay(ofMinutes(1))).id();
      forge.taskForge().cancel(cancelled, bad + "x".repeat(100_000));
      assertThat(onlyAttempt(forge, cancelled).explanation())
          .startsWith(good)
          .hasSizeLessThan(10_000);
    }
  }

  @Test
  void a_reason_of_ten_megabytes_is_truncated() {
    String huge = "x".repeat(10_000_000);
    try (TestForge forge = forge((payload, context) -> Outcome.discard(huge))) {
      JobId id = forge.enqueue(JobRequest.of("call")).id();
      forge.runDue();

      assertThat(forge.job(id)).isCancelled();
      assertThat(onlyAttempt(forge, id).explanation()).hasSizeLessThan(10_000);
      assertThat(forge.job(id).counters()).isEqualTo(Counters.ZERO);
    }
  }
}
