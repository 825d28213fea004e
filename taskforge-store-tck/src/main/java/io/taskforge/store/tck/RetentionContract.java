package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Retention;
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Retention of finished jobs. */
interface RetentionContract extends StoreUnderTest {
  Retention DAYS_1_2_3_4 =
      Retention.DEFAULT
          .succeeded(Duration.ofDays(1))
          .failed(Duration.ofDays(2))
          .dead(Duration.ofDays(3))
          .cancelled(Duration.ofDays(4));
  Retention NONE = Retention.DEFAULT.jobs(Duration.ZERO);

  @Test
  default void each_final_state_is_kept_as_long_as_it_says() {
    ClaimedJob succeeded = running(aJob());
    ClaimedJob failed = running(aJob());
    ClaimedJob dead = running(aJob());
    ClaimedJob cancelled = running(aJob());
    commitAll(succeeded(succeeded), givenUp(failed), deadLettered(dead), discarded(cancelled));

    List<ClaimedJob> byAge = List.of(succeeded, failed, dead, cancelled);
    for (int day = 1; day <= 4; day++) {
      clock().set(START.plus(Duration.ofDays(day)).minusSeconds(1));
      assertThat(store().purge(DAYS_1_2_3_4, 100)).isZero();
      clock().set(START.plus(Duration.ofDays(day)).plusSeconds(1));
      assertThat(store().purge(DAYS_1_2_3_4, 100)).isEqualTo(1);
      assertThat(kept())
          .containsExactlyInAnyOrderElementsOf(
              byAge.subList(day, 4).stream().map(ClaimedJob::id).toList());
    }
  }

  @Test
  default void age_counts_from_the_end_and_not_from_the_making() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofDays(10));
    settle(succeeded(claimed));
    advance(Duration.ofHours(23));

    assertThat(store().purge(DAYS_1_2_3_4, 100)).isZero();
    advance(Duration.ofHours(2));
    assertThat(store().purge(DAYS_1_2_3_4, 100)).isEqualTo(1);
  }

  @Test
  default void a_purged_job_is_gone_with_its_history() {
    JobId id = settled(job -> retried(job, Duration.ZERO));
    settle(succeeded(claimOne()));
    purgeAll();

    assertThat(queries().job(id)).isEmpty();
    assertThat(attempts(id)).isEmpty();
    assertThat(queries().stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 0L);
    assertThat(retryNow(id).status()).isEqualTo(ChangeResult.Status.NOT_FOUND);
  }

  @Test
  default void live_jobs_are_never_purged() {
    JobId waiting = enqueue(aJob().in("late"));
    settled(job -> retried(job, Duration.ZERO));
    ClaimedJob running = claimOne();
    JobId other = settled(job -> retried(job, Duration.ZERO));
    advance(Duration.ofDays(10_000));

    assertThat(store().purge(NONE, 100)).isZero();
    assertThat(kept()).containsExactlyInAnyOrder(waiting, running.id(), other);
    assertThat(attempts(other)).hasSize(1);
    assertThat(attempts(running.id())).hasSize(2);
  }

  @Test
  default void a_job_that_was_redriven_is_not_purged_for_its_old_age() {
    JobId id = dead(aJob());
    advance(Duration.ofDays(2));
    redrive(id);
    advance(Duration.ofDays(2));

    assertThat(store().purge(DAYS_1_2_3_4, 100)).isZero();
    assertThat(attempts(id)).hasSize(1);
    settle(succeeded(claimOne()));
    assertThat(store().purge(DAYS_1_2_3_4, 100)).isZero();
    advance(Duration.ofDays(2));
    assertThat(store().purge(DAYS_1_2_3_4, 100)).isEqualTo(1);
  }

  @Test
  default void a_purge_takes_no_more_than_its_limit() {
    commitAll(runningMany(5), this::succeeded);
    JobId waiting = enqueue(aJob());
    advance(Duration.ofSeconds(1));

    assertThat(store().purge(NONE, 2)).isEqualTo(2);
    assertThat(kept()).hasSize(4);
    assertThat(store().purge(NONE, 2)).isEqualTo(2);
    assertThat(store().purge(NONE, 2)).isEqualTo(1);
    assertThat(store().purge(NONE, 2)).isZero();
    assertThat(kept()).containsExactly(waiting);
  }

  @Test
  default void a_limit_is_not_used_up_by_jobs_that_must_be_kept() {
    repeat(5, () -> settle(givenUp(running(aJob()))));
    settle(succeeded(running(aJob())));
    advance(Duration.ofDays(1).plusSeconds(1));

    assertThat(store().purge(DAYS_1_2_3_4, 2)).isEqualTo(1);
  }

  @Test
  default void a_key_can_be_used_again_after_its_job_was_purged() {
    JobId first = enqueue(aJob().keyed("k"));
    settle(succeeded(claimOne()));
    purgeAll();

    NewJob second = aJob().keyed("k").as(newId());
    assertThat(store().enqueue(List.of(second))).containsExactly(stored(second));
    assertThat(second.id()).isNotEqualTo(first);
    assertThat(claimOne().id()).isEqualTo(second.id());
  }

  @Test
  default void a_purge_of_an_empty_store_takes_nothing() {
    assertThat(store().purge(Retention.DEFAULT, 100)).isZero();
  }

  private void purgeAll() {
    advance(Duration.ofSeconds(1));
    while (store().purge(NONE, 100) > 0) {}
  }

  private List<JobId> kept() {
    return listed(JobFilter.all(100));
  }
}
