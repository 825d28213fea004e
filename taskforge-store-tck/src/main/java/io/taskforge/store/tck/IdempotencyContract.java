package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.query.JobFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One job for each idempotency key, and one for each id. */
interface IdempotencyContract extends StoreUnderTest {
  @Test
  default void a_key_that_was_used_names_the_job_that_used_it() {
    JobId first = enqueue(aJob().keyed("order-1"));

    assertThat(store().enqueue(List.of(aJob().keyed("order-1").with("2").as(newId()))))
        .containsExactly(new Enqueued(first, null));
    assertThat(job(first).payload().json()).isEqualTo("{\"to\":\"ada\"}");
    assertThat(claim(10)).hasSize(1);
  }

  @Test
  default void two_tenants_may_use_the_same_key() {
    NewJob ours = aJob().of("ours").keyed("order-1").as(newId());
    NewJob theirs = aJob().of("theirs").keyed("order-1").as(newId());

    assertThat(store().enqueue(List.of(ours, theirs)))
        .containsExactly(stored(ours), stored(theirs));
    assertThat(store().enqueue(List.of(aJob().of("theirs").keyed("order-1").as(newId()))))
        .containsExactly(new Enqueued(theirs.id(), null));
  }

  @Test
  default void a_key_is_used_even_by_jobs_in_other_queues_and_of_other_types() {
    JobId first = enqueue(aJob().in("a").ofType("x").keyed("k"));

    assertThat(store().enqueue(List.of(aJob().in("b").ofType("y").keyed("k").as(newId()))))
        .containsExactly(new Enqueued(first, null));
  }

  @Test
  default void a_key_repeated_in_one_batch_makes_one_job() {
    NewJob first = aJob().keyed("k").as(newId());
    NewJob between = aJob().as(newId());
    NewJob repeated = aJob().keyed("k").as(newId());

    assertThat(store().enqueue(List.of(first, between, repeated)))
        .containsExactly(stored(first), stored(between), new Enqueued(first.id(), null));
    assertThat(claim(10)).hasSize(2);
  }

  @Test
  default void keys_differ_by_case_and_accents_and_wildcards() {
    List<NewJob> jobs = new ArrayList<>();
    for (String key : List.of("abc", "ABC", "äbc", "a%c", "a_c", "abc ", "'; DROP TABLE job; --")) {
      jobs.add(aJob().keyed(key).as(newId()));
    }

    assertThat(store().enqueue(jobs)).allMatch(Enqueued::created);
    assertThat(store().enqueue(jobs)).noneMatch(Enqueued::created);
  }

  @Test
  default void a_key_stays_used_when_its_job_is_finished() {
    JobId first = enqueue(aJob().keyed("k"));
    settle(succeeded(claimOne()));

    assertThat(store().enqueue(List.of(aJob().keyed("k").as(newId()))))
        .containsExactly(new Enqueued(first, null));
  }

  @Test
  default void an_enqueue_whose_answer_was_lost_can_be_repeated() {
    List<NewJob> jobs = List.of(aJob().as(newId()), aJob().keyed("k").as(newId()));
    store().enqueue(jobs);

    assertThat(store().enqueue(jobs))
        .containsExactly(
            new Enqueued(jobs.get(0).id(), null), new Enqueued(jobs.get(1).id(), null));
    assertThat(claim(10)).hasSize(2);
  }

  @Test
  default void an_enqueue_repeated_after_its_job_ran_makes_no_second_one() {
    NewJob job = aJob().as(newId());
    store().enqueue(List.of(job));
    settle(succeeded(claimOne()));

    assertThat(store().enqueue(List.of(job))).containsExactly(new Enqueued(job.id(), null));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void an_enqueue_repeated_while_its_job_runs_makes_no_second_one() {
    NewJob job = aJob().as(newId());
    store().enqueue(List.of(job));
    claimOne();

    assertThat(store().enqueue(List.of(job))).containsExactly(new Enqueued(job.id(), null));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void an_id_repeated_in_one_batch_makes_one_job() {
    NewJob job = aJob().as(newId());

    assertThat(store().enqueue(List.of(job, job)))
        .containsExactly(stored(job), new Enqueued(job.id(), null));
    assertThat(claim(10)).hasSize(1);
  }

  @Test
  default void fifty_enqueues_of_one_key_at_once_make_one_job() throws Exception {
    List<JobId> ids = new ArrayList<>();
    repeat(50, () -> ids.add(newId()));

    List<Enqueued> answers =
        AllAtOnce.run(50, i -> store().enqueue(List.of(aJob().keyed("k").as(ids.get(i)))).get(0));

    assertThat(answers).filteredOn(Enqueued::created).hasSize(1);
    assertThat(answers).extracting(Enqueued::id).containsOnly(answers.get(0).id());
    assertThat(queries().list(JobFilter.all(100)).items()).hasSize(1);
    assertThat(claim(100)).hasSize(1);
  }

  @Test
  default void batches_that_share_keys_in_opposite_orders_do_not_block_each_other()
      throws Exception {
    List<List<NewJob>> batches = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      List<NewJob> batch = new ArrayList<>();
      for (int key = 0; key < 20; key++) {
        batch.add(aJob().keyed("k" + key).as(newId()));
      }
      if (thread % 2 == 1) {
        Collections.reverse(batch);
      }
      batches.add(batch);
    }

    List<List<Enqueued>> answers = AllAtOnce.run(8, i -> store().enqueue(batches.get(i)));

    assertThat(answers.stream().flatMap(List::stream).filter(Enqueued::created)).hasSize(20);
    assertThat(claim(100)).hasSize(20);
  }
}
