package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import org.junit.jupiter.api.Test;

/** The number of jobs that come before a waiting job in its lane. */
interface AheadContract extends StoreUnderTest {
  @Test
  default void jobs_that_were_due_earlier_are_ahead() {
    enqueueAll(aJob().at(START.minusSeconds(3)), aJob().at(START.minusSeconds(2)));
    JobId job = enqueue(aJob().at(START.minusSeconds(1)));
    enqueue(aJob());

    assertThat(store().queries().ahead(job, 100)).isEqualTo(2);
    assertThat(store().queries().ahead(job, 1)).as("counted up to the limit").isEqualTo(1);
  }

  @Test
  default void jobs_of_other_lanes_and_jobs_that_are_not_due_are_not_ahead() {
    enqueueAll(
        aJob().in("other").at(START.minusSeconds(9)),
        aJob().priority(1).at(START.minusSeconds(9)),
        aJob().of("other").at(START.minusSeconds(9)),
        aJob().ofType("other").at(START.minusSeconds(9)),
        aJob().inLane("other").at(START.minusSeconds(9)),
        aJob().at(START.plusSeconds(5)));
    JobId job = enqueue(aJob().at(START.plusSeconds(9)));

    assertThat(store().queries().ahead(job, 100)).isZero();
  }

  @Test
  default void nothing_is_ahead_of_a_job_that_does_not_wait() {
    JobId running = running(aJob()).id();
    enqueue(aJob().at(START.minusSeconds(9)));

    assertThat(store().queries().ahead(running, 100)).isZero();
    assertThat(store().queries().ahead(newId(), 100)).isZero();
  }
}
