package io.taskforge.testing.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.JobFilter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many lost jobs one turn of a rescuer reads. */
class RescueBatchTest {
  private final Workers workers = new Workers();

  @AfterEach
  void close() {
    workers.close();
  }

  @Test
  void one_turn_rescues_no_more_payloads_than_fit_in_16_mebibytes_and_the_next_one_follows() {
    TaskForge rescuer =
        workers.worker(
            "rescuer",
            forge -> forge.handler("call", Object.class, (payload, context) -> Outcome.done("")));
    ClaimRequest.Lease silent = new ClaimRequest.Lease(new WorkerId("silent"), ofSeconds(15));
    for (int i = 0; i < 100; i++) {
      workers.enqueue(JobRequest.of("call"));
      workers.store.claim(
          new ClaimRequest(
              silent,
              List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, 1)),
              Set.of(new JobType("call")),
              1));
    }
    workers.advance(Workers.PAST_THE_LEASE);

    assertThat(rescuer.engine().rescue()).isZero();
    rescuer.engine().commit();
    assertThat(running()).isEqualTo(100 - 16 * 1024 * 1024 / Payload.MAX_BYTES);
    rescuer.engine().rescue();
    rescuer.engine().commit();
    assertThat(running()).isZero();
  }

  private int running() {
    return workers
        .memory
        .queries()
        .list(JobFilter.all(1_000).state(JobState.RUNNING))
        .items()
        .size();
  }
}
