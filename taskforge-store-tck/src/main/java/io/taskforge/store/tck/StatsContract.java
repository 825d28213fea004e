package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The totals of the store. */
interface StatsContract extends StoreUnderTest {
  @Test
  default void an_empty_store_counts_zero_in_every_state() {
    StoreStats stats = queries().stats();

    assertThat(stats.jobsByState())
        .containsOnlyKeys(JobState.values())
        .allSatisfy((s, n) -> assertThat(n).isZero());
    assertThat(stats.queues()).isEmpty();
    assertThat(stats.totalRetries()).isZero();
    assertThat(stats.retrySuccessRate()).isEqualTo(100.0);
    assertThat(stats.figures()).isEqualTo(JobFigures.NONE);
  }

  @Test
  default void jobs_are_counted_by_state() {
    enqueueAll(aJob().in("late"), aJob().in("late"), aJob().in("late"));
    running(aJob());
    running(aJob());
    settle(retried(running(aJob()), Duration.ofHours(1)));
    settle(succeeded(running(aJob())));
    settle(givenUp(running(aJob())));
    dead(aJob());
    settle(discarded(running(aJob())));

    assertThat(queries().stats().jobsByState())
        .isEqualTo(
            Map.of(
                JobState.QUEUED, 3L,
                JobState.RUNNING, 2L,
                JobState.RETRYING, 1L,
                JobState.SUCCEEDED, 1L,
                JobState.FAILED, 1L,
                JobState.DEAD, 1L,
                JobState.CANCELLED, 1L));
  }

  @Test
  default void a_queue_counts_what_waits_in_it_due_or_not() {
    advance(Duration.ofMinutes(1));
    enqueueAll(
        aJob().in("a"),
        aJob().in("a").after(TICK),
        aJob().in("a").at(START.plusSeconds(7)).priority(-1),
        aJob().in("b"),
        aJob().in("c"));
    ClaimedJob retried = claimOneFrom("b");
    settle(retried(retried, Duration.ofHours(1)));
    claimOneFrom("c");

    assertThat(queries().stats().queues())
        .isEqualTo(
            Map.of(
                queue("a"), new QueueCounts(3, 2, 0, 0, START.plusSeconds(7)),
                queue("b"), new QueueCounts(1, 0, 0, 0, null),
                queue("c"), new QueueCounts(0, 0, 1, 0, null)));

    advance(TICK);
    assertThat(queries().stats().queue(queue("a")).due()).isEqualTo(3);
  }

  @Test
  default void a_queue_counts_what_runs_from_it_and_the_dead_letters_in_it() {
    enqueueAll(aJob().in("a"), aJob().in("a"), aJob().in("a"));
    List<ClaimedJob> claimed = claim(claimBy(WORKER).from("a", 3).upTo(3));
    settle(deadLettered(claimed.get(1)));
    running(aJob().in("a"));
    running(aJob().in("b"));
    dead(aJob().in("b"));
    settle(deadLettered(running(aJob().in("b")), "b", "poison"));
    settle(succeeded(running(aJob().in("done"))));

    StoreStats stats = queries().stats();
    assertThat(stats.queues())
        .isEqualTo(
            Map.of(
                queue("a"), new QueueCounts(0, 0, 3, 0, null),
                queue("b"), new QueueCounts(0, 0, 1, 1, null),
                queue("dead"), new QueueCounts(0, 0, 0, 2, null)));
    assertThat(stats.queue(queue("done"))).isEqualTo(QueueCounts.NONE);
  }

  @Test
  default void the_totals_of_a_tenant_are_of_its_own_jobs() {
    enqueueAll(aJob().in("late").of("acme"), aJob().in("late").of("other"));
    running(aJob().of("acme"));
    running(aJob().of("other"));
    settle(retried(running(aJob().of("other")), Duration.ofHours(1)));
    settle(succeeded(running(aJob().of("acme"))));
    settle(succeeded(running(aJob().of("other"))));
    dead(aJob().of("acme"));
    dead(aJob().of("other"));

    StoreStats stats = queries().stats(tenant("acme"));
    assertThat(stats.jobsByState())
        .isEqualTo(
            Map.of(
                JobState.QUEUED, 1L,
                JobState.RUNNING, 1L,
                JobState.RETRYING, 0L,
                JobState.SUCCEEDED, 1L,
                JobState.FAILED, 0L,
                JobState.DEAD, 1L,
                JobState.CANCELLED, 0L));
    assertThat(stats.queues())
        .isEqualTo(
            Map.of(
                queue("late"),
                new QueueCounts(1, 1, 0, 0, START),
                JobDraft.QUEUE,
                new QueueCounts(0, 0, 1, 0, null),
                queue("dead"),
                new QueueCounts(0, 0, 0, 1, null)));
    assertThat(stats.figures().started()).isEqualTo(2);
    assertThat(queries().stats(tenant("unknown")).figures()).isEqualTo(JobFigures.NONE);
  }

  @Test
  default void retries_are_attempts_that_followed_a_failure() {
    settle(retried(running(aJob()), Duration.ZERO));
    settle(retried(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));
    settle(retried(running(aJob()), Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(givenUp(claimOne()));
    settle(succeeded(running(aJob())));
    settle(snoozed(running(aJob()), Duration.ZERO));
    settle(succeeded(claimOne()));

    StoreStats stats = queries().stats();
    assertThat(stats.totalRetries()).isEqualTo(3);
    assertThat(stats.successfulRetries()).isEqualTo(1);
    assertThat(stats.failedRetries()).isEqualTo(2);
    assertThat(stats.retrySuccessRate()).isBetween(33.3, 33.4);
  }

  @Test
  default void an_attempt_after_a_lost_lease_alone_is_no_retry() {
    running(aJob());
    loseLease();
    settle(succeeded(claimOne()));

    assertThat(queries().stats().totalRetries()).isZero();
  }

  @Test
  default void a_retry_that_was_cancelled_before_it_started_is_none() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancelRetries(id);

    assertThat(queries().stats().totalRetries()).isZero();
  }
}
