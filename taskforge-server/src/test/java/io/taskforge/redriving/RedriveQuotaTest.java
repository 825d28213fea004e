package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveSelection;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.job.TenantQuotas;
import io.taskforge.query.JobFilter;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Room that a redrive asks for is counted as taken, so it asks for no more than it needs. */
class RedriveQuotaTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final JobRequest HERS = JobRequest.of("send").queue("mail").tenant("acme");
  private static final RedriveRequest ALL_OF_HERS =
      RedriveRequest.matching(JobFilter.all(1).tenant(ACME));

  private final RedriveWorld world = new RedriveWorld(MemoryJobStore::new);
  private final List<Integer> asked = new ArrayList<>();
  private int room = 1_000;
  private final TaskForge worker =
      world.worker(
          "asking",
          new TenantQuotas() {
            @Override
            public int forSchedule(TenantId tenant, int jobs) {
              return jobs;
            }

            @Override
            public int forRedrive(TenantId tenant, int jobs) {
              asked.add(jobs);
              return Math.min(jobs, room);
            }
          });

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void a_redrive_requests_quota_only_for_the_jobs_it_finds() {
    world.dead(3, HERS);
    Redrive watching = worker.redrives().start(ALL_OF_HERS.stopIfFailureRatio(0.5));
    for (int second = 0; second < 10; second++) {
      world.redrive(worker);
      world.clock.advance(Duration.ofSeconds(1));
    }

    assertThat(world.look(watching).counts().moved()).isEqualTo(3);
    assertThat(world.look(watching).state()).isEqualTo(RedriveState.RUNNING);
    assertThat(asked).containsExactly(3);
  }

  @Test
  void a_redrive_moves_as_many_jobs_as_the_quota_allows() {
    world.dead(5, HERS);
    room = 2;
    Redrive redrive = worker.redrives().start(ALL_OF_HERS);

    world.redrive(worker);
    world.redrive(worker);

    assertThat(asked).startsWith(5, 3, 1);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(5);
  }

  @Test
  void a_redrive_of_jobs_that_are_not_dead_does_not_wait_for_quota() {
    room = 0;
    JobId waiting = worker.enqueue(HERS);
    Redrive redrive =
        worker
            .redrives()
            .start(
                new RedriveRequest(
                    new RedriveSelection.Listed(List.of(waiting), ACME), null, null, null));

    world.redrive(worker);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
    assertThat(asked).isEmpty();
  }
}
