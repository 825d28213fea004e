package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.Verdict.DeadLetterTo;
import io.taskforge.job.Verdict.Finish;
import io.taskforge.job.Verdict.RunAgain;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.DeadLetterOn;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class AttemptRulesTest {
  private static final Failure TIMEOUT =
      Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer");
  private static final QueueSettings PLAIN = QueueSettings.NONE;
  private static final QueueSettings WITH_DLQ = PLAIN.deadLetterQueue(Jobs.DEAD);

  private static ClaimedJob atLeastOnce(Counters counters) {
    return Jobs.claimed(Guarantee.AT_LEAST_ONCE, counters);
  }

  private static ClaimedJob atMostOnce() {
    return Jobs.claimed(Guarantee.AT_MOST_ONCE, Counters.ZERO);
  }

  private static Verdict failed(ClaimedJob job, boolean deadLetters) {
    return failed(job, TIMEOUT, deadLetters ? WITH_DLQ : PLAIN);
  }

  private static Verdict failed(ClaimedJob job, Failure failure, QueueSettings queue) {
    return AttemptRules.failed(
        job,
        failure,
        RetryPolicies.SCHEDULER,
        Jobs.CLAIMED_AT.plusSeconds(3),
        Duration.ZERO,
        queue,
        new SplittableRandom(1));
  }

  @Test
  void a_failure_is_retried_while_its_policy_has_retries_left() {
    Verdict verdict = failed(atLeastOnce(new Counters(2, 5, 7)), true);
    assertThat(verdict.counters()).isEqualTo(new Counters(3, 5, 7));
    assertThat(verdict.next()).isEqualTo(new RunAgain(Duration.ofSeconds(4), true));
    assertThat(verdict.transition()).isEqualTo(Transition.RETRY_SCHEDULED);
    assertThat(verdict.maxRetries()).isEqualTo(3);
  }

  @Test
  void the_last_failure_goes_to_the_dead_letter_queue_or_ends_the_job() {
    assertThat(failed(atLeastOnce(new Counters(3, 0, 0)), true).next())
        .isInstanceOfSatisfying(
            DeadLetterTo.class, dead -> assertThat(dead.queue()).isEqualTo(Jobs.DEAD));
    assertThat(failed(atLeastOnce(new Counters(3, 0, 0)), false).next())
        .isEqualTo(new Finish(JobState.FAILED, null));
  }

  @ParameterizedTest
  @EnumSource(Guarantee.class)
  void a_failure_that_is_not_retryable_is_dead_lettered_only_if_its_queue_says_so(
      Guarantee guarantee) {
    Failure invalid = TIMEOUT.withRetryForbidden();
    ClaimedJob job = Jobs.claimed(guarantee, Counters.ZERO);
    assertThat(failed(job, invalid, WITH_DLQ).next()).isEqualTo(new Finish(JobState.FAILED, null));
    assertThat(failed(job, invalid, WITH_DLQ.deadLetterOn(DeadLetterOn.ALL)).next())
        .isInstanceOf(DeadLetterTo.class);
    assertThat(failed(job, invalid, PLAIN.deadLetterOn(DeadLetterOn.ALL)).next())
        .isEqualTo(new Finish(JobState.FAILED, null));
  }

  @Test
  void a_handler_that_asks_for_the_dead_letter_queue_always_gets_it() {
    assertThat(AttemptRules.deadLetteredByHandler(atMostOnce(), "odd", WITH_DLQ).next())
        .isEqualTo(new DeadLetterTo(Jobs.DEAD, "odd"));
  }

  @Test
  void an_at_most_once_failure_is_final() {
    Verdict verdict = failed(atMostOnce(), false);
    assertThat(verdict.next()).isEqualTo(new Finish(JobState.FAILED, null));
    assertThat(verdict.counters().failures()).isEqualTo(1);
  }

  @Test
  void a_lost_lease_counts_apart_and_the_sixth_is_poison() {
    for (int lost = 0; lost < 5; lost++) {
      Verdict verdict = AttemptRules.lost(atLeastOnce(new Counters(1, lost, 0)), 6, true, WITH_DLQ);
      assertThat(verdict.counters()).isEqualTo(new Counters(1, lost + 1, 0));
      assertThat(verdict.next()).isEqualTo(new RunAgain(Duration.ZERO, false));
      assertThat(verdict.transition()).isEqualTo(Transition.LEASE_LOST);
    }
    Verdict poison = AttemptRules.lost(atLeastOnce(new Counters(1, 5, 0)), 6, true, WITH_DLQ);
    assertThat(poison.transition()).isEqualTo(Transition.LOST_FOR_GOOD);
    assertThat(poison.next()).isInstanceOf(DeadLetterTo.class);
    assertThat(poison.explanation()).contains("poison");
  }

  @Test
  void a_job_that_was_lost_beside_other_suspects_runs_again_until_it_lost_ten_workers() {
    for (int lost = 5; lost < 9; lost++) {
      Verdict verdict =
          AttemptRules.lost(atLeastOnce(new Counters(0, lost, 0)), 6, false, WITH_DLQ);
      assertThat(verdict.transition()).isEqualTo(Transition.LEASE_LOST);
    }
    assertThat(
            AttemptRules.lost(atLeastOnce(new Counters(0, 9, 0)), 6, false, WITH_DLQ).transition())
        .isEqualTo(Transition.LOST_FOR_GOOD);
  }

  @Test
  void a_lost_job_that_somebody_wanted_cancelled_is_cancelled() {
    for (Guarantee guarantee : Guarantee.values()) {
      ClaimedJob job = Jobs.claimed(guarantee, Counters.ZERO, true);
      Verdict verdict = AttemptRules.lost(job, 6, true, WITH_DLQ);
      assertThat(verdict.next()).isEqualTo(new Finish(JobState.CANCELLED, null));
    }
  }

  @Test
  void an_interruption_costs_nothing_unless_it_cannot_be_undone() {
    Verdict back = AttemptRules.interrupted(atLeastOnce(new Counters(1, 1, 1)), true, "why", PLAIN);
    assertThat(back.counters()).isEqualTo(new Counters(1, 1, 2));
    assertThat(back.next()).isEqualTo(new RunAgain(Duration.ZERO, false));
    assertThat(AttemptRules.interrupted(atMostOnce(), false, "why", PLAIN).next())
        .isInstanceOf(RunAgain.class);
    Verdict unknown = AttemptRules.interrupted(atMostOnce(), true, "why", PLAIN);
    assertThat(unknown.next()).isEqualTo(new Finish(JobState.FAILED, null));
    assertThat(unknown.status()).isEqualTo(AttemptStatus.INTERRUPTED);
  }

  static Stream<Verdict> verdicts() {
    ClaimedJob job = atLeastOnce(new Counters(1, 0, 0));
    ClaimedJob fresh = atLeastOnce(Counters.ZERO);
    return Stream.of(
        AttemptRules.succeeded(job, null),
        AttemptRules.discarded(job, "dull", null),
        AttemptRules.cancelled(job, true),
        AttemptRules.cancelled(fresh, false),
        AttemptRules.pastDeadline(fresh, TIMEOUT, PLAIN),
        AttemptRules.pastDeadline(fresh, TIMEOUT, WITH_DLQ),
        AttemptRules.snoozed(job, Duration.ZERO, null, PLAIN),
        AttemptRules.snoozed(fresh, Duration.ZERO, null, PLAIN),
        AttemptRules.snoozed(atMostOnce(), Duration.ZERO, "not yet", WITH_DLQ),
        AttemptRules.interrupted(fresh, true, "why", PLAIN),
        AttemptRules.interrupted(atMostOnce(), true, "why", WITH_DLQ),
        AttemptRules.lost(fresh, 6, true, PLAIN),
        AttemptRules.lost(atMostOnce(), 6, true, PLAIN),
        AttemptRules.lost(atMostOnce(), 6, true, WITH_DLQ),
        AttemptRules.deadLetteredByHandler(job, "odd", PLAIN),
        AttemptRules.deadLetteredByHandler(job, "odd", WITH_DLQ),
        AttemptRules.failedForGood(job, TIMEOUT, "why", PLAIN),
        failed(fresh, false),
        failed(fresh, true),
        failed(atLeastOnce(new Counters(3, 0, 0)), true));
  }

  @ParameterizedTest
  @MethodSource("verdicts")
  void every_verdict_is_a_legal_step_from_running(Verdict verdict) {
    assertThat(verdict.transition().from()).contains(JobState.RUNNING);
    assertThat(verdict.transition().to()).contains(verdict.state());
  }

  @Test
  void texts_from_handlers_are_made_fit_to_be_stored() {
    String bad = "\u0000\uD800" + "x".repeat(100_000);
    Verdict verdict = AttemptRules.deadLetteredByHandler(atMostOnce(), bad, WITH_DLQ);
    assertThat(verdict.explanation()).startsWith("\uFFFD\uFFFDx").hasSizeLessThan(9_000);
    assertThat(verdict.next())
        .isInstanceOfSatisfying(
            DeadLetterTo.class, dead -> assertThat(dead.reason()).isEqualTo(verdict.explanation()));
    assertThat(AttemptRules.discarded(atMostOnce(), bad, null).explanation())
        .hasSizeLessThan(9_000);
  }

  @Test
  void the_time_limit_does_not_run_while_a_job_is_held() {
    RetryPolicy limited = RetryPolicy.fixed(Duration.ofSeconds(1)).within(Duration.ofSeconds(3));
    Failure failure = Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "too slow");
    ClaimedJob job = Jobs.claimed(Guarantee.AT_LEAST_ONCE, Counters.ZERO);
    Instant late = Jobs.CLAIMED_AT.plusSeconds(60);

    assertThat(failedAfter(job, failure, limited, late, Duration.ZERO).delay()).isNull();
    assertThat(failedAfter(job, failure, limited, late, Duration.ofSeconds(59)).delay())
        .isEqualTo(Duration.ofSeconds(1));
  }

  private static Verdict failedAfter(
      ClaimedJob job, Failure failure, RetryPolicy policy, Instant now, Duration held) {
    return AttemptRules.failed(
        job, failure, policy, now, held, QueueSettings.NONE, new SplittableRandom(1));
  }
}
