package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantId;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.DurationBuckets;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryTotals;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hourly statistics: what is counted, and that retention does not change it. */
interface StatisticsContract extends StoreUnderTest {
  Duration HOUR = Duration.ofHours(1);

  @Test
  default void statistics_equal_a_count_over_the_history_and_outlive_it() {
    RandomOutcomes outcomes = new RandomOutcomes(this, 42);
    outcomes.run(150);
    for (TenantId tenant : RandomOutcomes.TENANTS) {
      StatisticsFilter filter = StatisticsFilter.all().tenant(tenant);
      assertThat(RawCount.of(queries().statistics(filter)))
          .isEqualTo(RawCount.of(this, outcomes.ids(), filter));
    }
    for (String name : RandomOutcomes.QUEUES) {
      StatisticsFilter filter = StatisticsFilter.all().queue(queue(name));
      assertThat(RawCount.of(queries().statistics(filter)))
          .isEqualTo(RawCount.of(this, outcomes.ids(), filter));
    }
    Set<AttemptTally> before = Set.copyOf(hourly());
    JobFigures figures = queries().stats().figures();

    advance(Duration.ofDays(100));
    while (store().purge(Retention.DEFAULT, 1_000) > 0) {}

    assertThat(queries().stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 0L);
    assertThat(Set.copyOf(hourly())).isEqualTo(before);
    assertThat(queries().stats().figures()).isEqualTo(figures);
  }

  @Test
  default void each_entry_is_counted_by_its_result() {
    settle(retried(running(aJob()), Duration.ofSeconds(2)));
    advance(Duration.ofSeconds(2));
    settle(givenUp(claimOne()));
    dead(aJob());
    settle(succeeded(running(aJob())));
    cancel(enqueue(aJob().in("late")), "never mind");

    JobFigures figures = figures(StatisticsFilter.all());
    assertThat(figures.started()).isEqualTo(4);
    assertThat(figures.ended())
        .isEqualTo(
            Map.of(
                JobState.SUCCEEDED, 1L,
                JobState.FAILED, 1L,
                JobState.DEAD, 1L,
                JobState.CANCELLED, 1L));
    assertThat(figures.failures())
        .isEqualTo(
            Map.of(FailureKind.TRANSIENT, 3L, FailureKind.PERMANENT, 0L, FailureKind.OVERLOAD, 0L));
    assertThat(figures.retries()).isEqualTo(new RetryTotals(1, 0, 1));
    assertThat(figures.runTimes().average()).isEqualTo(RAN);
    assertThat(figures.runTimes().counts()).containsExactly(inBucket(2, 4L));
    assertThat(figures.retryDelays().average()).isEqualTo(Duration.ofSeconds(2));
    assertThat(figures.retryDelays().counts()).containsExactly(inBucket(7, 1L));
    assertThat(figures.waits().counts()).containsExactly(inBucket(1, 4L));
  }

  private static Long[] inBucket(int bucket, long count) {
    Long[] counts = new Long[DurationBuckets.BOUNDS.size() + 1];
    Arrays.fill(counts, 0L);
    counts[bucket - 1] = count;
    return counts;
  }

  @Test
  default void the_wait_of_an_attempt_is_from_due_to_started() {
    enqueue(aJob());
    advance(Duration.ofSeconds(20));
    settle(succeeded(claimOne()));

    assertThat(figures(StatisticsFilter.all()).waits().counts()).containsExactly(inBucket(9, 1L));
  }

  @Test
  default void a_result_that_comes_too_late_is_not_counted() {
    ClaimedJob stale = running(aJob());
    loseLease();
    Set<AttemptTally> before = Set.copyOf(hourly());

    assertThat(commit(succeeded(stale))).isEqualTo(CommitResult.LEASE_LOST);
    assertThat(commit(givenUp(stale))).isEqualTo(CommitResult.LEASE_LOST);

    assertThat(Set.copyOf(hourly())).isEqualTo(before);
    assertThat(figures(StatisticsFilter.all()).started()).isEqualTo(1);
  }

  @Test
  default void a_second_result_in_the_same_batch_is_not_counted() {
    ClaimedJob claimed = running(aJob());
    commitAll(succeeded(claimed), succeeded(claimed));

    assertThat(figures(StatisticsFilter.all()).ended()).containsEntry(JobState.SUCCEEDED, 1L);
  }

  @Test
  default void a_job_that_was_cancelled_while_it_ran_has_no_retry_delay() {
    ClaimedJob claimed = running(aJob());
    cancel(claimed.id());
    settleCancelled(retried(claimed, Duration.ofMinutes(5)));

    JobFigures figures = figures(StatisticsFilter.all());
    assertThat(figures.ended()).containsEntry(JobState.CANCELLED, 1L);
    assertThat(figures.retryDelays().count()).isZero();
    assertThat(figures.retryDelays().sumMicros()).isZero();
    assertThat(figures.failures()).containsEntry(FailureKind.TRANSIENT, 1L);
  }

  @Test
  default void a_waiting_job_that_is_ended_counts_once_and_was_not_started() {
    JobId retrying = settled(job -> retried(job, HOUR));
    cancelRetries(retrying);

    List<AttemptTally> tallies = queries().statistics(StatisticsFilter.all());
    assertThat(tallies)
        .extracting(AttemptTally::category)
        .contains(AttemptCategory.endedWhileWaiting(1, JobState.FAILED));
    assertThat(JobFigures.of(tallies).ended()).containsEntry(JobState.FAILED, 1L);
    assertThat(JobFigures.of(tallies).started()).isEqualTo(1);
  }

  @Test
  default void parts_of_a_period_begin_at_its_start_and_each_entry_is_in_one() {
    for (int hour = 0; hour < 5; hour++) {
      settle(succeeded(running(aJob())));
      advance(HOUR);
    }

    StatisticsFilter filter =
        StatisticsFilter.of(START.plus(HOUR), START.plus(Duration.ofHours(9)))
            .step(Duration.ofHours(2));
    assertThat(queries().statistics(filter))
        .extracting(AttemptTally::start, AttemptTally::count)
        .containsExactlyInAnyOrder(
            tuple(START.plus(HOUR), 2L), tuple(START.plus(Duration.ofHours(3)), 2L));
  }

  @Test
  default void statistics_are_selected_by_tenant_queue_and_type() {
    enqueueAll(
        aJob().of("a").in("x").ofType("t"),
        aJob().of("a").in("y").ofType("t"),
        aJob().of("b").in("x").ofType("u"));
    claim(claimBy(WORKER).from("x", 2).from("y", 1).types("t", "u").upTo(3))
        .forEach(job -> settle(succeeded(job)));

    StatisticsFilter all = StatisticsFilter.all();
    assertThat(figures(all).started()).isEqualTo(3);
    assertThat(figures(all.tenant(tenant("a"))).started()).isEqualTo(2);
    assertThat(figures(all.queue(queue("x"))).started()).isEqualTo(2);
    assertThat(figures(all.type(type("u"))).started()).isEqualTo(1);
    assertThat(figures(all.tenant(tenant("b")).queue(queue("y"))).started()).isZero();
  }

  @Test
  default void statistics_are_deleted_by_whole_days_after_their_own_retention() {
    settle(succeeded(running(aJob())));
    advance(Duration.ofDays(3));
    settle(succeeded(running(aJob())));
    Retention days = Retention.DEFAULT.jobs(Duration.ZERO).statistics(Duration.ofDays(2));

    store().purge(days, 100);
    assertThat(figures(StatisticsFilter.all()).started()).isEqualTo(1);
    assertThat(Set.copyOf(hourly())).hasSize(1);
  }

  @Test
  default void a_long_period_has_the_sum_of_its_hours() {
    for (int run = 0; run < 10; run++) {
      settle(succeeded(running(aJob())));
      advance(Duration.ofHours(7));
    }

    for (int from = 0; from < 30; from += 5) {
      for (int to = from; to < 80; to += 11) {
        StatisticsFilter filter =
            StatisticsFilter.of(
                START.plus(Duration.ofHours(from)), START.plus(Duration.ofHours(to)));
        JobFigures byHour = figures(filter.step(HOUR));
        assertThat(figures(filter)).as("%s to %s", from, to).isEqualTo(byHour);
        assertThat(figures(filter.step(Duration.ofDays(1)))).isEqualTo(byHour);
      }
    }
  }

  private JobFigures figures(StatisticsFilter filter) {
    return JobFigures.of(queries().statistics(filter));
  }

  private Collection<AttemptTally> hourly() {
    Instant end = START.plus(Duration.ofDays(30));
    return queries().statistics(StatisticsFilter.of(START, end).step(HOUR));
  }
}
