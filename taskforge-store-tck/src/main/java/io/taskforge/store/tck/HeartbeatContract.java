package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Heartbeats: extending leases, and the list of workers. */
interface HeartbeatContract extends StoreUnderTest {
  @Test
  default void a_heartbeat_extends_a_lease_from_now() {
    ClaimedJob claimed = running(aJob());
    advance(LEASE.dividedBy(2));

    assertThat(beat(WORKER, claimed.lease().token()).lostTokens()).isEmpty();

    assertThat(Objects.requireNonNull(job(claimed.id()).lease()).expiresAt())
        .isEqualTo(clock().instant().plus(LEASE));
    advance(LEASE.minus(TICK));
    assertThat(rescue()).isEmpty();
    advance(TICK.multipliedBy(2));
    assertThat(rescue()).hasSize(1);
  }

  @Test
  default void a_heartbeat_sets_the_lease_duration() {
    ClaimedJob claimed = running(aJob());
    Duration longer = LEASE.multipliedBy(4);
    store().heartbeat(heartbeat(WORKER, longer, "host-1", claimed.lease().token()));

    advance(longer.minus(TICK));
    assertThat(rescue()).isEmpty();
  }

  @Test
  default void a_heartbeat_extends_only_the_leases_that_it_names() {
    ClaimedJob kept = running(aJob());
    ClaimedJob forgotten = running(aJob());
    advance(LEASE.dividedBy(2));
    beat(WORKER, kept.lease().token());
    advance(LEASE.dividedBy(2).plus(TICK));

    assertThat(ids(rescue())).containsExactly(forgotten.id());
  }

  @Test
  default void a_heartbeat_keeps_several_leases_at_once() {
    ClaimedJob a = running(aJob());
    ClaimedJob b = running(aJob());
    advance(LEASE.dividedBy(2));
    beat(WORKER, a.lease().token(), b.lease().token());
    advance(LEASE.dividedBy(2).plus(TICK));

    assertThat(rescue()).isEmpty();
  }

  @Test
  default void a_heartbeat_reports_what_was_rescued_from_its_worker() {
    ClaimedJob lost = running(aJob());
    letLeasesExpire();
    rescue();
    ClaimedJob kept = running(aJob());

    assertThat(beat(WORKER, lost.lease().token(), kept.lease().token()).lostTokens())
        .containsExactly(lost.lease().token());
  }

  @Test
  default void a_heartbeat_does_not_extend_the_lease_of_another_worker() {
    enqueue(aJob());
    ClaimedJob theirs = claim(claimBy(OTHER_WORKER).upTo(1)).get(0);
    advance(LEASE.dividedBy(2));

    assertThat(beat(WORKER, theirs.lease().token()).lostTokens())
        .containsExactly(theirs.lease().token());
    advance(LEASE.dividedBy(2).plus(TICK));
    assertThat(rescue()).hasSize(1);
  }

  @Test
  default void a_heartbeat_keeps_an_expired_lease_that_was_not_rescued() {
    ClaimedJob claimed = running(aJob());
    letLeasesExpire();

    assertThat(beat(WORKER, claimed.lease().token()).lostTokens()).isEmpty();
    assertThat(rescue()).isEmpty();
  }

  @Test
  default void a_rescuer_keeps_what_it_rescued_by_its_own_heartbeat() {
    running(aJob());
    ClaimedJob rescued = rescued();
    advance(LEASE.dividedBy(2));

    assertThat(beat(RESCUER, rescued.lease().token()).lostTokens()).isEmpty();
    advance(LEASE.dividedBy(2).plus(TICK));
    assertThat(rescue(OTHER_WORKER, 10)).isEmpty();
  }

  @Test
  default void a_heartbeat_returns_the_jobs_to_cancel() {
    List<ClaimedJob> claimed = runningMany(3);
    long token = claimed.get(0).lease().token();
    cancel(claimed.get(1).id());

    HeartbeatAnswer answer = beat(WORKER, token);

    assertThat(answer.lostTokens()).isEmpty();
    assertThat(answer.cancelRequested()).containsExactly(claimed.get(1).id());
    assertThat(beat(WORKER, token).cancelRequested()).containsExactly(claimed.get(1).id());
    assertThat(beat(OTHER_WORKER).cancelRequested()).isEmpty();
  }

  @Test
  default void a_cancel_request_ends_when_its_job_is_settled() {
    List<ClaimedJob> claimed = runningMany(2);
    cancel(claimed.get(0).id());
    settle(succeeded(claimed.get(0)));

    assertThat(beat(WORKER, claimed.get(1).lease().token()).cancelRequested()).isEmpty();
  }

  @Test
  default void a_worker_is_seen_as_its_last_heartbeat_described_it() {
    Heartbeat beat =
        new Heartbeat(
            new ClaimRequest.Lease(WORKER, LEASE),
            List.of(),
            "host-7 (pid 4711)",
            "1.4.2+b",
            Set.of(queue("a"), queue("b")),
            Set.of(type("x"), type("y:z")),
            16,
            3);
    beat(WORKER);
    advance(Duration.ofSeconds(5));
    store().heartbeat(beat);

    assertThat(queries().workers())
        .containsExactly(
            new WorkerInfo(
                WORKER,
                "host-7 (pid 4711)",
                "1.4.2+b",
                beat.queues(),
                beat.types(),
                16,
                3,
                WorkerMode.ACTIVE,
                START,
                START.plusSeconds(5)));
  }

  @Test
  default void a_worker_hears_in_its_next_heartbeat_what_an_operator_asked_for() {
    long token = running(aJob()).lease().token();
    assertThat(beat(WORKER).mode()).isEqualTo(WorkerMode.ACTIVE);
    beat(OTHER_WORKER);

    assertThat(store().setMode(WORKER, WorkerMode.QUIET)).isTrue();

    assertThat(beat(WORKER).mode()).isEqualTo(WorkerMode.QUIET);
    assertThat(beat(WORKER, token))
        .isEqualTo(new HeartbeatAnswer(Set.of(), Set.of(), WorkerMode.QUIET));
    assertThat(beat(WORKER, token + 1).mode()).isEqualTo(WorkerMode.QUIET);
    assertThat(beat(OTHER_WORKER).mode()).isEqualTo(WorkerMode.ACTIVE);
    assertThat(queries().workers())
        .extracting(WorkerInfo::mode)
        .containsExactlyInAnyOrder(WorkerMode.QUIET, WorkerMode.ACTIVE);
  }

  @Test
  default void the_mode_of_a_worker_ends_with_its_registration() {
    assertThat(store().setMode(WORKER, WorkerMode.STOPPING)).isFalse();
    beat(WORKER);
    assertThat(store().setMode(WORKER, WorkerMode.STOPPING)).isTrue();
    store().deregister(WORKER);

    assertThat(store().setMode(WORKER, WorkerMode.ACTIVE)).isFalse();
    assertThat(beat(WORKER).mode()).isEqualTo(WorkerMode.ACTIVE);
  }

  @Test
  default void workers_are_listed_by_id() {
    for (String name : List.of("c", "a", "b")) {
      beat(worker(name));
    }

    assertThat(queries().workers())
        .extracting(worker -> worker.id().value())
        .containsExactly("a", "b", "c");
  }

  @Test
  default void a_worker_that_is_silent_for_three_leases_is_no_longer_listed() {
    beat(WORKER);
    advance(LEASE.multipliedBy(3).minus(TICK));
    assertThat(queries().workers()).hasSize(1);
    advance(TICK.multipliedBy(2));
    assertThat(queries().workers()).isEmpty();
  }

  @Test
  default void a_deregistered_worker_is_not_listed_and_its_leases_expire() {
    JobId id = running(aJob()).id();
    beat(WORKER);
    beat(OTHER_WORKER);
    store().deregister(WORKER);
    store().deregister(worker("never-seen"));

    assertThat(queries().workers()).extracting(WorkerInfo::id).containsExactly(OTHER_WORKER);
    assertThat(rescue()).isEmpty();
    letLeasesExpire();
    assertThat(ids(rescue())).containsExactly(id);
  }

  @Test
  default void a_worker_without_queues_and_types_is_listed_without_them() {
    store()
        .heartbeat(
            new Heartbeat(
                new ClaimRequest.Lease(WORKER, LEASE),
                List.of(),
                "",
                "",
                Set.of(),
                Set.of(),
                0,
                0));

    assertThat(queries().workers())
        .singleElement()
        .matches(worker -> worker.queues().isEmpty() && worker.types().isEmpty());
  }
}
