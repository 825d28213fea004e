package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rescuing the jobs of expired leases. */
interface RescueContract extends StoreUnderTest {
  @Test
  default void a_lease_is_rescued_after_it_ran_out_and_not_before() {
    ClaimedJob claimed = running(aJob());

    advance(LEASE.minus(TICK));
    assertThat(rescue()).isEmpty();
    advance(TICK.multipliedBy(2));
    assertThat(ids(rescue())).containsExactly(claimed.id());
  }

  @Test
  default void a_rescued_job_tells_who_lost_it_and_when_that_worker_had_claimed_it() {
    clock().set(START.plusSeconds(3));
    ClaimedJob claimed =
        running(aJob().in("mail").with("[7]").priority(4).keyed("k").inTrace(JobDraft.TRACE));
    letLeasesExpire();

    ClaimedJob rescued = rescue().get(0);

    assertThat(rescued)
        .isEqualTo(
            new ClaimedJob(
                claimed.identity(),
                Payload.NULL.json(),
                new JobSettings(4, claimed.guarantee(), null, null, null, claimed.idempotencyKey())
                    .trace(JobDraft.TRACE),
                new ClaimedJob.Claim(rescued.lease(), START.plusSeconds(3), WORKER, false),
                new AttemptNumber(1, 0, 0),
                Counters.ZERO,
                new ClaimedJob.Timing(START.plusSeconds(3), null, null)));
  }

  @Test
  default void a_rescued_job_has_a_new_and_greater_token() {
    ClaimedJob claimed = running(aJob());
    long other = running(aJob()).lease().token();
    letLeasesExpire();

    assertThat(rescue())
        .hasSize(2)
        .allMatch(rescued -> rescued.lease().token() > Math.max(claimed.lease().token(), other));
  }

  @Test
  default void a_rescued_job_is_its_rescuers_and_still_the_same_attempt() {
    ClaimedJob claimed = running(aJob());
    ClaimedJob rescued = rescued();

    Job job = job(claimed.id());
    Job.RunningLease lease = Objects.requireNonNull(job.lease());
    assertThat(job.state()).isEqualTo(JobState.RUNNING);
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(lease.worker()).isEqualTo(RESCUER);
    assertThat(lease.token()).isEqualTo(rescued.lease().token());
    assertThat(lease.expiresAt()).isEqualTo(clock().instant().plus(LEASE));
    assertThat(rescue(OTHER_WORKER, 10)).isEmpty();
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void a_lost_lease_uses_up_no_retry() {
    settle(retried(running(aJob()), Duration.ZERO));
    ClaimedJob claimed = claimOne();
    loseLease();

    assertThat(job(claimed.id()).state()).isEqualTo(JobState.RETRYING);
    assertThat(job(claimed.id()).counters()).isEqualTo(new Counters(1, 1, 0));
    ClaimedJob again = claimOne();
    assertThat(again.attempt()).isEqualTo(3);
    assertThat(again.counters()).isEqualTo(new Counters(1, 1, 0));
    assertThat(again.lostBy()).isNull();
  }

  @Test
  default void a_job_lost_in_its_first_attempt_still_knows_when_that_began() {
    clock().set(START.plusSeconds(3));
    running(aJob());
    loseLease();

    assertThat(claimOne().firstStartedAt()).isEqualTo(START.plusSeconds(3));
  }

  @Test
  default void a_job_lost_in_a_retry_keeps_its_first_start_and_its_delay() {
    settle(retried(running(aJob()), Duration.ofSeconds(2)));
    advance(Duration.ofSeconds(2));
    claimOne();
    ClaimedJob rescued = rescued();

    assertThat(rescued.firstStartedAt()).isEqualTo(START);
    assertThat(rescued.previousDelay()).isEqualTo(Duration.ofSeconds(2));
    assertThat(rescued.scheduledAt()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  default void only_what_was_not_settled_is_rescued() {
    List<ClaimedJob> claimed = runningMany(4);
    commitAll(succeeded(claimed.get(0)), givenUp(claimed.get(2)));
    letLeasesExpire();

    List<ClaimedJob> rescued = rescue();

    assertThat(ids(rescued)).containsExactlyInAnyOrder(claimed.get(1).id(), claimed.get(3).id());
    for (ClaimedJob job : rescued) {
      settle(lost(job));
    }
    assertThat(claim(10)).hasSize(2);
    assertThat(job(claimed.get(0).id()).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job(claimed.get(2).id()).state()).isEqualTo(JobState.FAILED);
  }

  @Test
  default void of_a_lease_of_a_thousand_jobs_only_what_is_left_is_rescued() {
    List<ClaimedJob> claimed = runningMany(1_000);
    List<Settlement> settled = new ArrayList<>();
    Set<JobId> left = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      if (i % 3 == 0) {
        left.add(claimed.get(i).id());
      } else {
        settled.add(succeeded(claimed.get(i)));
      }
    }
    assertThat(store().commit(settled)).containsOnly(CommitResult.COMMITTED);
    letLeasesExpire();

    List<ClaimedJob> rescued = rescue();
    assertThat(new HashSet<>(ids(rescued))).isEqualTo(left);
    assertThat(commitAll(rescued, this::lost))
        .hasSize(left.size())
        .containsOnly(CommitResult.COMMITTED);
    assertThat(claim(1_000)).hasSize(left.size());
  }

  @Test
  default void a_lease_that_was_settled_whole_is_not_rescued() {
    commitAll(runningMany(2), this::succeeded);
    letLeasesExpire();

    assertThat(rescue()).isEmpty();
  }

  @Test
  default void a_rescuer_that_dies_is_rescued_as_well() {
    ClaimedJob claimed = running(aJob());
    letLeasesExpire();
    ClaimedJob first = rescue(worker("rescuer-1"), 10).get(0);
    letLeasesExpire();
    ClaimedJob second = rescue(worker("rescuer-2"), 10).get(0);

    assertThat(second.lostBy()).isEqualTo(worker("rescuer-1"));
    assertThat(second.claimedAt()).isEqualTo(START);
    assertThat(second.attempt()).isEqualTo(1);
    assertThat(second.lease().token()).isGreaterThan(first.lease().token());
    assertThat(commit(lost(first))).isEqualTo(CommitResult.LEASE_LOST);
    assertThat(commit(succeeded(claimed))).isEqualTo(CommitResult.LEASE_LOST);
    settle(lost(second));
    assertThat(attempts(claimed.id())).hasSize(1);
  }

  @Test
  default void a_rescuer_that_settled_a_part_and_died_leaves_the_rest() {
    runningMany(3);
    letLeasesExpire();
    List<ClaimedJob> first = rescue();
    settle(lost(first.get(1)));
    letLeasesExpire();

    assertThat(ids(rescue(OTHER_WORKER, 10)))
        .containsExactlyInAnyOrder(first.get(0).id(), first.get(2).id());
  }

  @Test
  default void a_rescue_takes_whole_leases_up_to_its_limit() {
    enqueueMany(6);
    claim(3);
    claim(3);
    letLeasesExpire();

    assertThat(rescue(RESCUER, 2)).hasSize(3);
    assertThat(rescue(RESCUER, 100)).hasSize(3);
    assertThat(rescue(RESCUER, 100)).isEmpty();
  }

  @Test
  default void a_rescue_takes_as_many_leases_as_its_limit_needs() {
    List<JobId> all = enqueueMany(5);
    repeat(5, () -> claim(1));
    letLeasesExpire();

    List<JobId> rescued = new ArrayList<>(ids(rescue(RESCUER, 3)));
    assertThat(rescued).hasSize(3);
    rescued.addAll(ids(rescue(RESCUER, 3)));
    assertThat(rescued).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  default void leases_that_have_not_run_out_are_left_alone() {
    ClaimedJob early = running(aJob());
    advance(LEASE.dividedBy(2));
    ClaimedJob late = running(aJob());
    advance(LEASE.dividedBy(2).plus(TICK));

    assertThat(ids(rescue())).containsExactly(early.id());
    settle(succeeded(late));
  }

  @Test
  default void a_claim_whose_answer_was_lost_is_rescued_even_by_the_worker_that_made_it() {
    JobId id = enqueue(aJob());
    claim(1);
    letLeasesExpire();

    assertThat(ids(rescue(WORKER, 10))).containsExactly(id);
  }

  @Test
  default void a_paused_queue_does_not_keep_lost_jobs_from_being_rescued() {
    ClaimedJob claimed = running(aJob());
    store().pauseQueue(JobDraft.QUEUE, true);
    letLeasesExpire();

    settle(lost(rescue().get(0)));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.RETRYING);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  default void a_commit_before_the_rescue_wins() {
    ClaimedJob claimed = running(aJob());
    letLeasesExpire();

    settle(succeeded(claimed));
    assertThat(rescue()).isEmpty();
    assertThat(attempts(claimed.id())).hasSize(1);
  }

  @Test
  default void a_rescuer_learns_that_a_lost_job_should_be_cancelled() {
    ClaimedJob claimed = running(aJob());
    cancel(claimed.id());
    letLeasesExpire();

    ClaimedJob rescued = rescue().get(0);
    assertThat(rescued.cancelRequested()).isTrue();
    settleCancelled(lost(rescued));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.CANCELLED);
    assertThat(job(claimed.id()).counters()).isEqualTo(new Counters(0, 1, 0));
  }
}
