package io.taskforge.testing.contract;

import static io.taskforge.testing.contract.JobDraft.aJob;
import static io.taskforge.testing.contract.Settlements.deadLettered;
import static io.taskforge.testing.contract.Settlements.discarded;
import static io.taskforge.testing.contract.Settlements.givenUp;
import static io.taskforge.testing.contract.Settlements.lost;
import static io.taskforge.testing.contract.Settlements.retried;
import static io.taskforge.testing.contract.Settlements.snoozed;
import static io.taskforge.testing.contract.Settlements.succeeded;
import static io.taskforge.testing.contract.StoreUnderTest.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobChange;
import io.taskforge.store.StoreStats;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Totals. */
interface StatsContract extends StoreUnderTest {
  @Test
  default void an_empty_store_counts_zero_in_every_state() {
    StoreStats stats = store().queries().stats();

    assertThat(stats.jobsByState())
        .containsOnlyKeys(JobState.values())
        .allSatisfy((s, n) -> assertThat(n).isZero());
    assertThat(stats.depthByQueue()).isEmpty();
    assertThat(stats.totalRetries()).isZero();
    assertThat(stats.retrySuccessRate()).isZero();
  }

  @Test
  default void jobs_are_counted_by_state() {
    enqueueAll(aJob().in("late"), aJob().in("late"), aJob().in("late"));
    running(aJob());
    running(aJob());
    settle(retried(running(aJob()), Duration.ofHours(1)));
    settle(succeeded(running(aJob())));
    settle(givenUp(running(aJob())));
    settle(deadLettered(running(aJob()), "dead", "poison"));
    settle(discarded(running(aJob())));

    assertThat(store().queries().stats().jobsByState())
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
  default void depth_is_what_waits_in_a_queue_due_or_not() {
    enqueueAll(
        aJob().in("a"), aJob().in("a").after(Duration.ofHours(1)), aJob().in("b"), aJob().in("c"));
    ClaimedJob retried = claimOneFrom("b");
    settle(retried(retried, Duration.ofHours(1)));
    claimOneFrom("c");

    assertThat(store().queries().stats().depthByQueue())
        .isEqualTo(Map.of(queue("a"), 2L, queue("b"), 1L));
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

    StoreStats stats = store().queries().stats();
    assertThat(stats.totalRetries()).isEqualTo(4);
    assertThat(stats.successfulRetries()).isEqualTo(1);
    assertThat(stats.failedRetries()).isEqualTo(2);
    assertThat(stats.retrySuccessRate()).isBetween(33.3, 33.4);
  }

  @Test
  default void an_attempt_after_a_lost_lease_alone_is_no_retry() {
    running(aJob());
    letLeasesExpire();
    settle(lost(rescue().get(0)));
    settle(succeeded(claimOne()));

    assertThat(store().queries().stats().totalRetries()).isZero();
  }

  @Test
  default void a_retry_that_was_cancelled_before_it_started_is_none() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    assertThat(store().queries().stats().totalRetries()).isZero();
  }
}
