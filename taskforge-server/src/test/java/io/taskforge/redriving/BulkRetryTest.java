package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Redrives of jobs that are not dead letters. */
class BulkRetryTest {
  private final RedriveWorld world = new RedriveWorld(MemoryJobStore::new);

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void cancelled_jobs_are_retried_with_the_same_filter_rate_and_canary() {
    List<JobId> ids = world.dead(30);
    ids.subList(0, 20).forEach(id -> world.forge.cancel(id, "enough"));
    world.poison(id -> true);

    Redrive redrive =
        world
            .forge
            .redrives()
            .start(
                RedriveRequest.all()
                    .inState(JobState.CANCELLED)
                    .ratePerSecond(10)
                    .stopIfFailureRatio(0.5));
    assertThat(redrive.counts().matched()).isEqualTo(20);
    world.redrive(world.forge);
    assertThat(world.count(JobState.QUEUED)).isEqualTo(10);
    world.run();
    world.clock.advance(Duration.ofSeconds(1));
    world.redrive(world.forge);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.HALTED);
    assertThat(world.count(JobState.CANCELLED)).isEqualTo(10);
    assertThat(world.count(JobState.DEAD)).isEqualTo(20);
  }

  @Test
  void failed_jobs_that_must_not_run_again_are_skipped_with_the_reason() {
    List<JobId> once =
        world.dead(2, JobRequest.of("send").queue("mail").guarantee(Guarantee.AT_MOST_ONCE));
    once.forEach(id -> world.forge.cancel(id, "enough"));
    List<JobId> ids = new ArrayList<>(once);
    ids.addAll(world.dead(1));

    Redrive redrive =
        world.forge.redrives().start(RedriveRequest.ids(ids).inState(JobState.CANCELLED));
    world.redrive(world.forge);

    assertThat(world.look(redrive).counts().reasons())
        .containsEntry("at-most-once job that has started", 2L)
        .containsEntry("not cancelled but DEAD", 1L);
  }
}
