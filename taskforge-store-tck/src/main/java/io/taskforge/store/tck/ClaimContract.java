package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Claiming jobs: which jobs a worker gets, and in which order. */
interface ClaimContract extends StoreUnderTest {
  @Test
  default void an_empty_store_has_nothing_to_claim() {
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void a_job_is_claimed_when_it_is_due_and_not_a_microsecond_before() {
    JobId id = enqueue(aJob().at(START.plusSeconds(5).plus(TICK)));

    clock().set(START.plusSeconds(5));
    assertThat(claim(10)).isEmpty();
    advance(TICK);
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  default void a_job_due_between_two_microseconds_is_not_claimed_before_the_first() {
    JobId id = enqueue(aJob().at(START.plusNanos(5_500)));

    clock().set(START.plusNanos(4_999));
    assertThat(claim(10)).isEmpty();
    clock().set(START.plusNanos(5_000));
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  default void a_clock_that_goes_back_makes_due_jobs_wait_again() {
    JobId id = enqueue(aJob().at(START.plusSeconds(1)));
    clock().set(START.plusSeconds(2));
    clock().set(START);
    assertThat(claim(10)).isEmpty();

    clock().set(START.plusSeconds(1));
    assertThat(ids(claim(10))).containsExactly(id);
  }

  @Test
  default void higher_priority_goes_first_and_then_what_was_due_earlier() {
    List<JobId> ids =
        enqueueAll(
            aJob().priority(0).at(START.minusSeconds(3)),
            aJob().priority(5).at(START.minusSeconds(1)),
            aJob().priority(-1000).at(START.minusSeconds(9)),
            aJob().priority(5).at(START.minusSeconds(2)),
            aJob().priority(1000).at(START),
            aJob().priority(0).at(START.minusSeconds(4)));

    assertThat(ids(claim(10)))
        .containsExactly(ids.get(4), ids.get(3), ids.get(1), ids.get(5), ids.get(0), ids.get(2));
  }

  @Test
  default void a_retry_keeps_its_priority() {
    JobId urgent = enqueue(aJob().priority(7));
    settle(retried(claimOne(), Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(interrupted(claimOne()));
    claimOne();
    letLeasesExpire();
    settle(lost(rescue().get(0)));
    JobId more = enqueue(aJob().priority(8));
    JobId less = enqueue(aJob().priority(6).at(START));

    assertThat(job(urgent).priority()).isEqualTo(7);
    assertThat(ids(claim(10))).containsExactly(more, urgent, less);
  }

  @Test
  default void a_claim_that_cannot_take_all_takes_the_most_urgent() {
    List<JobId> ids =
        enqueueAll(aJob().priority(1), aJob().priority(3), aJob().priority(2), aJob().priority(4));

    assertThat(ids(claim(2))).containsExactly(ids.get(3), ids.get(1));
    assertThat(ids(claim(2))).containsExactly(ids.get(2), ids.get(0));
  }

  @Test
  default void a_job_of_high_priority_that_is_not_due_blocks_no_other() {
    enqueue(aJob().priority(1000).at(START.plusSeconds(1)));
    JobId due = enqueue(aJob().priority(-1000));

    assertThat(ids(claim(10))).containsExactly(due);
  }

  @Test
  default void each_queue_gives_no_more_than_its_own_limit() {
    repeat(5, () -> enqueueAll(aJob().in("a"), aJob().in("b")));

    List<ClaimedJob> claimed = claim(claimBy(WORKER).from("a", 2).from("b", 3).upTo(10));

    assertThat(claimed).filteredOn(job -> job.queue().equals(queue("a"))).hasSize(2);
    assertThat(claimed).filteredOn(job -> job.queue().equals(queue("b"))).hasSize(3);
  }

  @Test
  default void queues_are_served_in_the_order_of_the_request() {
    repeat(3, () -> enqueueAll(aJob().in("a").priority(9), aJob().in("b")));

    List<ClaimedJob> claimed = claim(claimBy(WORKER).from("b", 3).from("a", 3).upTo(4));

    assertThat(claimed)
        .extracting(ClaimedJob::queue)
        .containsExactly(queue("b"), queue("b"), queue("b"), queue("a"));
  }

  @Test
  default void a_queue_with_no_limit_left_gives_nothing() {
    enqueueAll(aJob().in("a"), aJob().in("b"));

    assertThat(claim(claimBy(WORKER).from("a", 0).from("b", 1).upTo(5)))
        .extracting(ClaimedJob::queue)
        .containsExactly(queue("b"));
  }

  @Test
  default void queues_that_were_not_asked_for_are_left_alone() {
    enqueueAll(aJob().in("a"), aJob().in("b"));

    assertThat(claim(claimBy(WORKER).from("b", 5).upTo(5)))
        .extracting(ClaimedJob::queue)
        .containsExactly(queue("b"));
    assertThat(claim(claimBy(WORKER).from("b", 5).from("never-heard-of", 5).upTo(5))).isEmpty();
  }

  @Test
  default void a_queue_named_twice_gives_each_job_once() {
    List<JobId> ids = enqueueMany(3);

    assertThat(ids(claim(claimBy(WORKER).from("default", 5).from("default", 5).upTo(10))))
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  default void a_claim_for_no_queue_or_for_no_type_gets_nothing() {
    enqueue(aJob());
    ClaimRequest.Lease lease = new ClaimRequest.Lease(WORKER, LEASE);

    assertThat(claim(new ClaimRequest(lease, List.of(), Set.of(JobDraft.TYPE), 5))).isEmpty();
    assertThat(claim(claimBy(WORKER).types().upTo(5))).isEmpty();
  }

  @Test
  default void a_job_whose_type_the_worker_does_not_know_waits() {
    JobId strange = enqueue(aJob().ofType("strange"));
    JobId known = enqueue(aJob());

    assertThat(ids(claim(10))).containsExactly(known);
    assertThat(job(strange).state()).isEqualTo(JobState.QUEUED);
    assertThat(ids(claim(claimBy(OTHER_WORKER).types("strange", "more").upTo(10))))
        .containsExactly(strange);
  }

  @Test
  default void many_jobs_of_unknown_types_do_not_hide_a_known_one() {
    enqueueMany(500, () -> aJob().ofType("strange").priority(9));
    JobId known = enqueue(aJob());

    assertThat(ids(claim(1))).containsExactly(known);
  }

  @Test
  default void types_differ_by_case() {
    enqueue(aJob().ofType("Work"));

    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void a_paused_queue_gives_out_nothing_until_it_is_resumed() {
    JobId id = enqueue(aJob().in("a"));
    JobId other = enqueue(aJob().in("b"));
    store().pauseQueue(queue("a"), true);

    ClaimRequest request = claimBy(WORKER).from("a", 5).from("b", 5).upTo(10);
    assertThat(ids(claim(request))).containsExactly(other);
    store().pauseQueue(queue("a"), false);
    assertThat(ids(claim(request))).containsExactly(id);
  }

  @Test
  default void running_jobs_continue_while_their_queue_is_paused() {
    ClaimedJob running = running(aJob());
    store().pauseQueue(JobDraft.QUEUE, true);

    assertThat(beat(WORKER, running.lease().token()).lostTokens()).isEmpty();
    settle(succeeded(running));
  }

  @Test
  default void two_workers_never_get_the_same_job() {
    List<JobId> ids = enqueueMany(10);

    List<JobId> claimed = new ArrayList<>(ids(claim(4)));
    claimed.addAll(ids(claim(claimBy(OTHER_WORKER).upTo(4))));
    claimed.addAll(ids(claim(4)));
    assertThat(claimed).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(claim(4)).isEmpty();
  }

  @Test
  default void a_job_that_was_claimed_stays_claimed_when_time_passes() {
    running(aJob());

    advance(Duration.ofDays(365));

    assertThat(claim(10)).isEmpty();
    assertThat(claim(claimBy(OTHER_WORKER).upTo(10))).isEmpty();
  }
}
