package io.taskforge.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.RecordedAttempt.End;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Recorded jobs for which the answer of every policy is known. */
class WhatIfTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final RetryPolicy MINUTES = RetryPolicy.fixed(Duration.ofMinutes(1));
  private static final Failure TIMEOUT =
      Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer");
  private static final Failure BROKEN =
      Failure.of(Errors.TEMPORARY_FAILURE, FailureKind.TRANSIENT, "broken");

  /** Returns a job that failed so often, one attempt of 1 s per minute, and then succeeded. */
  private static RecordedJob succeedsAfter(int failures) {
    List<RecordedAttempt> attempts = failed(failures, TIMEOUT);
    attempts.add(attempt(failures, 0, null));
    return new RecordedJob(attempts);
  }

  private static List<RecordedAttempt> failed(int failures, Failure failure) {
    List<RecordedAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      attempts.add(attempt(i, 0, failure));
    }
    return attempts;
  }

  private static RecordedAttempt attempt(int index, int round, @Nullable Failure failure) {
    Instant start = START.plus(Duration.ofSeconds(61L * index));
    return new RecordedAttempt(
        start, SECOND, round, failure == null ? End.SUCCEEDED : End.FAILED, failure);
  }

  private static WhatIfReport replay(RetryPolicy policy, List<RecordedJob> jobs) {
    WhatIf whatIf = new WhatIf(policy, 1);
    jobs.forEach(whatIf::add);
    return whatIf.report();
  }

  @Test
  void successes_that_need_more_retries_than_the_policy_has_are_lost() {
    List<RecordedJob> jobs = List.of(succeedsAfter(1), succeedsAfter(2), succeedsAfter(5));

    WhatIfReport report = replay(MINUTES.maxRetries(2), jobs);

    assertThat(report.recorded()).isEqualTo(new WhatIfReport.Recorded(3, 11, 3));
    assertThat(report.outcome()).isEqualTo(new WhatIfReport.Outcome(1, 0, 0, 0));
    assertThat(report.attempts()).isEqualTo(2 + 3 + 3);
    assertThat(report.attemptsSaved()).isEqualTo(3);
    assertThat(report.meanLater()).isZero();
  }

  @Test
  void jobs_without_a_failure_do_not_count() {
    assertThat(replay(MINUTES, List.of(succeedsAfter(0))).recorded().jobs()).isZero();
  }

  @Test
  void attempts_that_were_never_made_are_unknown() {
    List<RecordedJob> jobs = List.of(new RecordedJob(failed(4, TIMEOUT)));

    assertThat(replay(MINUTES.maxRetries(3), jobs).outcome().unknown()).isZero();
    assertThat(replay(MINUTES.maxRetries(4), jobs).outcome().unknown()).isEqualTo(1);
    assertThat(replay(MINUTES.maxRetries(1), jobs).attemptsSaved()).isEqualTo(2);
  }

  @Test
  void a_success_after_a_redrive_is_gained_if_the_policy_makes_that_attempt() {
    List<RecordedAttempt> attempts = failed(2, TIMEOUT);
    attempts.add(attempt(2, 1, TIMEOUT));
    attempts.add(attempt(3, 1, null));
    List<RecordedJob> jobs = List.of(new RecordedJob(attempts));

    assertThat(replay(MINUTES.maxRetries(3), jobs).outcome().gained()).isEqualTo(1);
    assertThat(replay(MINUTES.maxRetries(2), jobs).outcome())
        .isEqualTo(new WhatIfReport.Outcome(0, 0, 0, 0));
  }

  @Test
  void longer_delays_end_jobs_later_and_shorter_ones_might_not_have_succeeded() {
    List<RecordedJob> jobs = List.of(succeedsAfter(1), succeedsAfter(3));

    WhatIfReport later = replay(RetryPolicy.fixed(Duration.ofMinutes(2)).maxRetries(3), jobs);
    WhatIfReport earlier = replay(RetryPolicy.fixed(Duration.ofSeconds(30)).maxRetries(3), jobs);

    assertThat(later.meanLater()).isEqualTo(Duration.ofMinutes(2));
    assertThat(later.mostLater()).isEqualTo(Duration.ofMinutes(3));
    assertThat(later.outcome().earlier()).isZero();
    assertThat(earlier.meanLater()).isEqualTo(Duration.ofMinutes(-1));
    assertThat(earlier.outcome().earlier()).isEqualTo(2);
  }

  @Test
  void an_interruption_costs_no_retry() {
    List<RecordedAttempt> attempts = failed(1, TIMEOUT);
    attempts.add(new RecordedAttempt(START.plusSeconds(61), SECOND, 0, End.REPEATED, null));
    attempts.add(attempt(2, 0, null));

    assertThat(replay(MINUTES.maxRetries(1), List.of(new RecordedJob(attempts))).outcome().lost())
        .isZero();
  }

  @Test
  void the_time_of_an_outage_does_not_count_towards_maxElapsed() {
    Instant afterOutage = START.plus(Duration.ofHours(1));
    RetryPolicy tenMinutes = MINUTES.maxRetries(2).within(Duration.ofMinutes(10));

    assertThat(replay(tenMinutes, List.of(waitedAnHourAfter(End.REFUNDED, afterOutage))).outcome())
        .isEqualTo(new WhatIfReport.Outcome(0, 0, 0, 0));
    assertThat(replay(tenMinutes, List.of(waitedAnHourAfter(End.REPEATED, afterOutage))).outcome())
        .as("a snooze counts, as for a worker")
        .isEqualTo(new WhatIfReport.Outcome(1, 0, 0, 0));
    // Two attempts of 1 s and the delay of 60 s count.
    assertThat(lostWithin(Duration.ofSeconds(61), afterOutage)).isEqualTo(1);
    assertThat(lostWithin(Duration.ofSeconds(62), afterOutage)).isZero();
  }

  private static long lostWithin(Duration maxElapsed, Instant afterOutage) {
    RetryPolicy policy = MINUTES.maxRetries(2).within(maxElapsed);
    return replay(policy, List.of(waitedAnHourAfter(End.REFUNDED, afterOutage))).outcome().lost();
  }

  /** An attempt of 1 s that ends so, one that fails an hour later, and one that succeeds. */
  private static RecordedJob waitedAnHourAfter(End end, Instant next) {
    return new RecordedJob(
        List.of(
            new RecordedAttempt(START, SECOND, 0, end, null),
            new RecordedAttempt(next, SECOND, 0, End.FAILED, TIMEOUT),
            new RecordedAttempt(next.plusSeconds(61), SECOND, 0, End.SUCCEEDED, null)));
  }

  @Test
  void the_smallest_policy_keeps_999_of_1000_successes() {
    RetrySuccesses statistics = new RetrySuccesses();
    for (int i = 0; i < 999; i++) {
      statistics.add(succeedsAfter(i < 900 ? 1 : 2));
    }
    statistics.add(succeedsAfter(7));
    for (int i = 0; i < 20; i++) {
      statistics.add(new RecordedJob(failed(3, BROKEN)));
    }

    Recommendation smallest = statistics.recommend(MINUTES.maxRetries(10)).orElseThrow();

    assertThat(smallest.policy()).isEqualTo(MINUTES.maxRetries(2).never(Errors.TEMPORARY_FAILURE));
    assertThat(smallest.hopeless()).containsExactly(Errors.TEMPORARY_FAILURE);
    assertThat(smallest.kept()).isEqualTo(999);
    assertThat(statistics.shares())
        .contains(
            new RetryShare("timeout", 1, 1_000, 900),
            new RetryShare("timeout", 2, 100, 99),
            new RetryShare("timeout", 7, 1, 1),
            new RetryShare("temporary_failure", 1, 20, 0),
            new RetryShare("temporary_failure", 2, 20, 0));
  }

  @Test
  void without_a_success_there_is_no_recommendation() {
    RetrySuccesses statistics = new RetrySuccesses();
    statistics.add(new RecordedJob(failed(3, BROKEN)));

    assertThat(statistics.recommend(MINUTES)).isEmpty();
  }

  // It takes about a second; the timeout only guards against work that grows with the square.
  @Test
  @Timeout(120)
  void a_million_attempts_are_replayed_in_seconds() {
    WhatIf whatIf = new WhatIf(MINUTES.maxRetries(2), 1);
    RetrySuccesses statistics = new RetrySuccesses();
    for (int i = 0; i < 250_000; i++) {
      RecordedJob job = succeedsAfter(1 + i % 5);
      whatIf.add(job);
      statistics.add(job);
    }

    WhatIfReport report = whatIf.report();
    assertThat(report.recorded()).isEqualTo(new WhatIfReport.Recorded(250_000, 1_000_000, 250_000));
    assertThat(report.outcome().lost()).isEqualTo(150_000);
  }

  @Test
  void a_condition_compares_counts_and_shares() {
    WhatIfReport report =
        replay(
            MINUTES.maxRetries(1), List.of(succeedsAfter(1), succeedsAfter(1), succeedsAfter(2)));

    assertThat(FailCondition.parse("lost > 0.1%").isTrue(report)).isTrue();
    assertThat(FailCondition.parse("lost>33%").isTrue(report)).isTrue();
    assertThat(FailCondition.parse("lost > 34%").isTrue(report)).isFalse();
    assertThat(FailCondition.parse("lost >= 1").isTrue(report)).isTrue();
    assertThat(FailCondition.parse("lost > 1").isTrue(report)).isFalse();
    assertThat(FailCondition.parse("attempts > 100%").isTrue(report)).isFalse();
    assertThat(FailCondition.parse("unknown >= 0").isTrue(report)).isTrue();
    assertThatThrownBy(() -> FailCondition.parse("lost < 3"))
        .hasMessageStartingWith("must be lost, unknown or attempts, then > or >=");
  }
}
