package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reading jobs by id, or by lease as long as its holder may settle the job. */
interface LookUpContract extends StoreUnderTest {
  @Test
  default void an_unknown_job_is_not_found() {
    assertThat(queries().job(newId())).isEmpty();
  }

  @Test
  default void several_jobs_are_read_at_once_in_any_state_without_their_payloads() {
    JobId done = settled(job -> succeeded(job, "1"));
    JobId dead = dead(aJob());
    JobId retrying = settled(job -> retried(job, Duration.ofSeconds(30)));
    ClaimedJob running = running(aJob());
    JobId waiting = enqueue(aJob());
    JobId unknown = newId();

    Map<JobId, Job> found =
        queries().jobs(List.of(waiting, unknown, running.id(), retrying, dead, done));

    assertThat(found).containsOnlyKeys(waiting, running.id(), retrying, dead, done);
    found.forEach((id, job) -> assertThat(job).isEqualTo(job(id).withoutPayload()));
  }

  @Test
  default void no_ids_find_no_jobs_and_an_id_named_twice_finds_one() {
    JobId id = enqueue(aJob());

    assertThat(queries().jobs(List.of())).isEmpty();
    assertThat(queries().jobs(List.of(id, id))).containsOnlyKeys(id);
  }

  @Test
  default void a_thousand_jobs_are_read_at_once() {
    List<JobId> ids = enqueueMany(1_000);

    assertThat(queries().jobs(ids).keySet()).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  default void each_job_of_a_batch_is_shown_on_its_lease() {
    List<ClaimedJob> claimed = runningMany(3);

    assertThat(claimed)
        .extracting(job -> Objects.requireNonNull(job(job.id()).lease()).token())
        .containsOnly(claimed.get(0).lease().token());
  }

  @Test
  default void a_held_job_is_found_as_it_was_claimed() {
    ClaimedJob first =
        running(
            aJob()
                .in("mail")
                .of("acme")
                .with("[1]")
                .priority(3)
                .retryPolicy("{\"maxRetries\":2}")
                .timeout(Duration.ofSeconds(30))
                .deadline(START.plusSeconds(900))
                .keyed("k"));
    advance(Duration.ofSeconds(2));
    settle(retried(first, Duration.ofSeconds(5)));
    advance(Duration.ofSeconds(6));
    ClaimedJob second = claimOneFrom("mail");

    assertThat(leased(first)).isEmpty();
    assertThat(leased(second))
        .contains(new LeasedJob(second.withoutPayload(), WORKER, START.plusSeconds(8)));
  }

  @Test
  default void every_job_of_a_lease_is_found_at_its_own_position_only() {
    List<ClaimedJob> batch = runningMany(10);

    for (ClaimedJob job : batch) {
      assertThat(leased(job)).map(LeasedJob::job).contains(job.withoutPayload());
    }
  }

  @Test
  default void jobs_of_several_leases_are_found_at_once() {
    List<ClaimedJob> first = runningMany(1_000);
    List<ClaimedJob> second = runningMany(2);
    settle(succeeded(first.get(998)));
    List<ClaimedJob> held = List.of(first.get(0), first.get(999), second.get(1));
    List<LeaseRef> leases = new ArrayList<>(held.stream().map(ClaimedJob::lease).toList());
    leases.add(first.get(998).lease());
    leases.add(new LeaseRef(second.get(1).lease().token(), 999));

    Map<LeaseRef, LeasedJob> found = queries().leased(leases);

    assertThat(found).hasSize(3);
    for (ClaimedJob job : held) {
      assertThat(found.get(job.lease()))
          .isEqualTo(new LeasedJob(job.withoutPayload(), WORKER, START));
    }
    assertThat(queries().leased(List.of())).isEmpty();
  }

  @Test
  default void a_settled_job_is_not_found_and_the_rest_of_its_lease_is() {
    List<ClaimedJob> batch = runningMany(3);
    settle(succeeded(batch.get(1)));

    assertThat(leased(batch.get(0))).isPresent();
    assertThat(leased(batch.get(1))).isEmpty();
    assertThat(leased(batch.get(2))).isPresent();
  }

  @Test
  default void a_lease_that_ran_out_is_found_until_another_takes_over() {
    ClaimedJob claimed = running(aJob());
    letLeasesExpire();
    assertThat(leased(claimed)).isPresent();

    ClaimedJob rescued = rescue().get(0);

    assertThat(leased(claimed)).isEmpty();
    assertThat(leased(rescued).orElseThrow().worker()).isEqualTo(RESCUER);
    settle(lost(rescued));
    assertThat(leased(claimed)).isEmpty();
    assertThat(leased(rescued)).isEmpty();
    ClaimedJob again = claimOne();
    assertThat(leased(claimed)).isEmpty();
    assertThat(leased(again)).map(LeasedJob::job).contains(again.withoutPayload());
  }

  @Test
  default void a_heartbeat_shows_in_the_expiry() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofSeconds(4));
    beat(WORKER, claimed.lease().token());

    assertThat(Objects.requireNonNull(job(claimed.id()).lease()).expiresAt())
        .isEqualTo(START.plusSeconds(4).plus(LEASE));
  }

  @Test
  default void a_cancel_request_is_visible_immediately() {
    List<ClaimedJob> batch = runningMany(2);
    cancel(batch.get(1).id());

    assertThat(leased(batch.get(0)).orElseThrow().job().cancelRequested()).isFalse();
    assertThat(leased(batch.get(1)).orElseThrow().job().cancelRequested()).isTrue();
  }

  @Test
  default void unknown_leases_find_nothing() {
    ClaimedJob claimed = running(aJob());
    long token = claimed.lease().token();

    for (LeaseRef wrong :
        List.of(
            new LeaseRef(token + 1, 0),
            new LeaseRef(token - 1, 0),
            new LeaseRef(Long.MIN_VALUE, 0),
            new LeaseRef(Long.MAX_VALUE, 0),
            new LeaseRef(token, 1),
            new LeaseRef(token, -1),
            new LeaseRef(token, 8),
            new LeaseRef(token, Integer.MIN_VALUE),
            new LeaseRef(token, Integer.MAX_VALUE))) {
      assertThat(queries().leased(List.of(wrong))).as("%s", wrong).isEmpty();
    }
  }
}
