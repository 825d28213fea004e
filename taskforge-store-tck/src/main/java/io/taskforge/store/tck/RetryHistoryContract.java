package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.stats.RetryPatterns.Outcomes;
import io.taskforge.stats.RetryTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Retry metrics by queue and period. */
interface RetryHistoryContract extends StoreUnderTest {
  Instant LATER = START.plus(Duration.ofDays(1));

  @Test
  default void a_queue_without_retries_has_metrics_of_zero() {
    settle(succeeded(running(aJob())));

    assertThat(metrics(JobDraft.QUEUE))
        .isEqualTo(new RetryMetrics(JobDraft.QUEUE, RetryTotals.NONE, Duration.ZERO, START, LATER));
    assertThat(metrics(JobDraft.QUEUE).retries().rate()).isEqualTo(100.0);
    assertThat(patterns(JobDraft.QUEUE).countsByAttempt()).isEmpty();
    assertThat(patterns(JobDraft.QUEUE).outcomesByAttempt()).isEmpty();
  }

  @Test
  default void metrics_count_retries_and_average_the_delays_that_failures_chose() {
    settled(job -> retried(job, Duration.ofSeconds(2)));
    advance(Duration.ofSeconds(2));
    settle(retried(claimOne(), Duration.ofSeconds(5)));
    advance(Duration.ofSeconds(5));
    settle(succeeded(claimOne()));
    settle(retried(running(aJob()), Duration.ofSeconds(9)));
    advance(Duration.ofSeconds(9));
    settle(givenUp(claimOne()));
    settle(succeeded(running(aJob())));

    RetryMetrics metrics = metrics(JobDraft.QUEUE);
    assertThat(metrics.retries().total()).isEqualTo(3);
    assertThat(metrics.retries().successful()).isEqualTo(1);
    assertThat(metrics.retries().failed()).isEqualTo(2);
    assertThat(metrics.retries().rate()).isBetween(33.3, 33.4);
    assertThat(metrics.avgRetryDelay()).isEqualTo(Duration.ofNanos(5_333_333_000L));
  }

  @Test
  default void what_a_policy_did_not_choose_is_no_delay_of_a_retry() {
    settle(retried(running(aJob()), Duration.ofSeconds(4)));
    advance(Duration.ofSeconds(4));
    settle(snoozed(claimOne(), Duration.ofHours(1)));
    advance(Duration.ofHours(1));
    settle(interrupted(claimOne()));
    claimOne();
    loseLease();

    RetryMetrics metrics = metrics(JobDraft.QUEUE);
    assertThat(metrics.avgRetryDelay()).isEqualTo(Duration.ofSeconds(4));
    assertThat(metrics.retries()).isEqualTo(new RetryTotals(1, 0, 1));
    assertThat(metrics.retries().rate()).isZero();
  }

  @Test
  default void metrics_and_patterns_are_those_of_the_queue_in_which_attempts_ran() {
    JobId id = settled(aJob().in("a"), job -> retried(job, Duration.ZERO));
    settle(deadLettered(claimOneFrom("a")));
    redriveTo("b", id);
    settle(retried(claimOneFrom("b"), Duration.ZERO));
    settle(succeeded(claimOneFrom("b")));

    assertThat(metrics(queue("a")).retries().failed()).isEqualTo(1);
    assertThat(metrics(queue("a")).retries().total()).isEqualTo(1);
    assertThat(metrics(queue("b")).retries().successful()).isEqualTo(1);
    assertThat(metrics(queue("b")).retries().total()).isEqualTo(1);
    assertThat(metrics(queue("dead")).retries().total()).isZero();
    assertThat(patterns(queue("b")).countsByAttempt()).isEqualTo(Map.of(2, 1L));
  }

  @Test
  default void a_period_consists_of_whole_hours_and_excludes_its_end() {
    settle(retried(running(aJob()), Duration.ZERO));
    advance(Duration.ofHours(1).minus(RAN));
    settle(succeeded(claimOne()));
    Instant ended = START.plus(Duration.ofHours(1));

    assertThat(retries(START, ended)).isZero();
    assertThat(retries(START, ended.plus(TICK))).isEqualTo(1);
    assertThat(retries(ended.plus(Duration.ofMinutes(59)), LATER)).isEqualTo(1);
    assertThat(retries(ended.plus(Duration.ofHours(1)), LATER)).isZero();
    assertThat(queries().retryMetrics(JobDraft.QUEUE, START.plus(TICK), ended.plus(TICK)))
        .extracting(RetryMetrics::periodStart, RetryMetrics::periodEnd)
        .containsExactly(START, START.plus(Duration.ofHours(2)));
    assertThat(retries(Instant.MIN, Instant.MAX)).isEqualTo(1);
    assertThat(retries(LATER, START)).isZero();
  }

  @Test
  default void patterns_count_and_sort_retries_by_attempt_number() {
    for (int i = 0; i < 3; i++) {
      settle(retried(running(aJob()), Duration.ZERO));
      settle(i == 0 ? succeeded(claimOne()) : retried(claimOne(), Duration.ZERO));
      if (i > 0) {
        settle(i == 1 ? givenUp(claimOne()) : discarded(claimOne()));
      }
    }

    RetryPatterns patterns = patterns(JobDraft.QUEUE);
    assertThat(patterns.countsByAttempt()).isEqualTo(Map.of(2, 3L, 3, 2L));
    assertThat(patterns.countsByAttempt().firstKey()).isEqualTo(2);
    assertThat(patterns.outcomesByAttempt())
        .isEqualTo(Map.of(2, new Outcomes(1, 2, 0), 3, new Outcomes(0, 1, 1)));
  }

  @Test
  default void a_retry_that_was_cancelled_before_it_started_is_an_outcome_but_was_not_run() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancelRetries(id);
    cancel(enqueue(aJob()), "never mind");

    assertThat(patterns(JobDraft.QUEUE).countsByAttempt()).isEqualTo(Map.of(2, 0L));
    assertThat(patterns(JobDraft.QUEUE).outcomesByAttempt())
        .isEqualTo(Map.of(2, new Outcomes(0, 0, 1)));
    assertThat(metrics(JobDraft.QUEUE).retries().total()).isZero();
  }

  @Test
  default void attempts_are_numbered_from_one_after_a_redrive_but_not_after_a_snooze() {
    JobId id = settled(job -> snoozed(job, Duration.ZERO));
    settle(retried(claimOne(), Duration.ZERO));
    settle(deadLettered(claimOne()));
    redrive(id);
    settle(retried(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));

    assertThat(patterns(JobDraft.QUEUE).outcomesByAttempt())
        .isEqualTo(Map.of(2, new Outcomes(1, 1, 0)));
  }

  private RetryMetrics metrics(QueueName queue) {
    return queries().retryMetrics(queue, START, LATER);
  }

  private long retries(Instant from, Instant to) {
    return queries().retryMetrics(JobDraft.QUEUE, from, to).retries().total();
  }

  private RetryPatterns patterns(QueueName queue) {
    return queries().retryPatterns(queue, START, LATER);
  }
}
