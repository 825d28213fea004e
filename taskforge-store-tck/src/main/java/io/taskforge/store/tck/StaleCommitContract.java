package io.taskforge.store.tck;

import static io.taskforge.store.CommitResult.COMMITTED;
import static io.taskforge.store.CommitResult.LEASE_LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fencing: a stale or repeated settlement changes nothing. */
interface StaleCommitContract extends StoreUnderTest {
  @Test
  default void a_worker_whose_job_was_rescued_changes_nothing() {
    ClaimedJob stale = running(aJob());
    ClaimedJob rescued = rescued();

    changesNothing(stale.id(), succeeded(stale, "1"));

    settle(lost(rescued));
    assertThat(job(stale.id()).state()).isEqualTo(JobState.RETRYING);
  }

  @Test
  default void a_worker_whose_job_was_rescued_and_settled_changes_nothing() {
    ClaimedJob stale = running(aJob());
    loseLease();

    changesNothing(stale.id(), succeeded(stale, "1"));
    changesNothing(stale.id(), deadLettered(stale));
  }

  @Test
  default void a_worker_whose_job_runs_again_elsewhere_changes_nothing() {
    ClaimedJob stale = running(aJob());
    loseLease();
    ClaimedJob current = claimOne();

    changesNothing(stale.id(), givenUp(stale));

    settle(succeeded(current, "2"));
    assertThat(job(stale.id()).result()).hasToString("2");
    changesNothing(stale.id(), retried(stale, Duration.ZERO));
  }

  @Test
  default void a_commit_whose_answer_was_lost_is_written_once() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofSeconds(5)));
    advance(Duration.ofSeconds(1));

    changesNothing(claimed.id(), retried(claimed, Duration.ofSeconds(5)));

    assertThat(attempts(claimed.id())).hasSize(1);
    assertThat(job(claimed.id()).runAt()).isEqualTo(START.plusSeconds(5));
  }

  @Test
  default void a_second_settlement_cannot_overturn_the_first() {
    ClaimedJob claimed = running(aJob());
    settle(givenUp(claimed));

    changesNothing(claimed.id(), succeeded(claimed, "1"));
  }

  @Test
  default void a_settlement_given_twice_in_one_commit_is_written_once() {
    ClaimedJob claimed = running(aJob());

    assertThat(commitAll(succeeded(claimed), succeeded(claimed)))
        .containsExactly(COMMITTED, LEASE_LOST);
    assertThat(attempts(claimed.id())).hasSize(1);
  }

  @Test
  default void an_unknown_token_changes_nothing() {
    ClaimedJob claimed = running(aJob());

    changesNothing(
        claimed.id(),
        succeeded(Alike.at(claimed, new LeaseRef(claimed.lease().token() + 1_000, 0))));
    changesNothing(claimed.id(), succeeded(Alike.at(claimed, new LeaseRef(0, 0))));
  }

  @Test
  default void a_position_that_the_lease_does_not_have_changes_nothing() {
    ClaimedJob claimed = running(aJob());

    changesNothing(
        claimed.id(), succeeded(Alike.at(claimed, new LeaseRef(claimed.lease().token(), 1))));
    changesNothing(
        claimed.id(), succeeded(Alike.at(claimed, new LeaseRef(claimed.lease().token(), 5_000))));
    settle(succeeded(claimed));
  }

  @Test
  default void answers_to_valid_and_stale_settlements_keep_their_order() {
    List<ClaimedJob> jobs = runningMany(3);
    settle(succeeded(jobs.get(1)));
    ClaimedJob other = running(aJob());
    ClaimedJob nobodys = Alike.at(other, new LeaseRef(other.lease().token() + 1_000, 0));

    assertThat(
            commitAll(
                succeeded(jobs.get(1)),
                givenUp(jobs.get(2)),
                succeeded(nobodys),
                succeeded(other),
                retried(jobs.get(0), Duration.ZERO),
                givenUp(jobs.get(2))))
        .containsExactly(LEASE_LOST, COMMITTED, LEASE_LOST, COMMITTED, COMMITTED, LEASE_LOST);
    assertThat(jobs)
        .extracting(job -> job(job.id()).state())
        .containsExactly(JobState.RETRYING, JobState.SUCCEEDED, JobState.FAILED);
  }

  @Test
  default void a_commit_after_the_lease_expired_counts_if_the_job_was_not_rescued() {
    ClaimedJob claimed = running(aJob());
    advance(LEASE.multipliedBy(10));

    settle(succeeded(claimed));

    assertThat(rescue()).isEmpty();
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  default void a_stale_settlement_does_not_take_back_a_cancellation() {
    ClaimedJob stale = running(aJob());
    loseLease();
    cancel(stale.id());

    changesNothing(stale.id(), succeeded(stale));
    assertThat(job(stale.id()).state()).isEqualTo(JobState.CANCELLED);
  }

  private void changesNothing(JobId id, Settlement stale) {
    Job before = job(id);
    List<Attempt> history = attempts(id);
    assertThat(commit(stale)).isEqualTo(LEASE_LOST);
    assertThat(job(id)).isEqualTo(before);
    assertThat(attempts(id)).isEqualTo(history);
  }
}
