package io.taskforge.store.tck;

import static io.taskforge.store.tck.JobDraft.aJob;
import static io.taskforge.store.tck.Settlements.deadLettered;
import static io.taskforge.store.tck.Settlements.retried;
import static io.taskforge.store.tck.Settlements.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Reading one job, or several by id. */
interface LookUpContract extends StoreUnderTest {
  @Test
  default void an_unknown_job_is_not_found() {
    assertThat(queries().job(newId())).isEmpty();
  }

  @Test
  default void several_jobs_are_read_at_once_in_any_state_without_their_payloads() {
    JobId done = settled(aJob(), job -> succeeded(job, "1"));
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, "dead", "poison"));
    JobId retrying = settled(aJob(), job -> retried(job, Duration.ofSeconds(30)));
    ClaimedJob running = running(aJob());
    JobId waiting = enqueue(aJob());
    JobId unknown = newId();

    Map<JobId, Job> found =
        queries().jobs(List.of(waiting, unknown, running.id(), retrying, dead.id(), done));

    assertThat(found).containsOnlyKeys(waiting, running.id(), retrying, dead.id(), done);
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
    enqueueMany(3);
    List<ClaimedJob> claimed = claim(3);
    List<Long> tokens = new ArrayList<>();
    for (ClaimedJob job : claimed) {
      tokens.add(Objects.requireNonNull(job(job.id()).lease()).token());
    }

    assertThat(tokens).containsOnly(claimed.get(0).lease().token());
  }
}
