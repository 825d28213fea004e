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

/** Requested quota counts as used, so a redrive requests no more than it needs. */
class RedriveQuotaTest {
  private static final TenantId ACME = new TenantId("acme");
  private static final JobRequest OF_ACME = JobRequest.of("send").queue("mail").tenant("acme");
  private static final RedriveRequest ALL_OF_ACME =
      RedriveRequest.matching(JobFilter.all(1).tenant(ACME));

  private final RedriveWorld world = new RedriveWorld(MemoryJobStore::new);
  private final List<Integer> requested = new ArrayList<>();
  private int quota = 1_000;
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
              requested.add(jobs);
              return Math.min(jobs, quota);
            }
          });

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void a_redrive_requests_quota_only_for_the_jobs_it_finds() {
    world.dead(3, OF_ACME);
    Redrive watching = worker.redrives().start(ALL_OF_ACME.stopIfFailureRatio(0.5));
    for (int second = 0; second < 10; second++) {
      world.redrive(worker);
      world.clock.advance(Duration.ofSeconds(1));
    }

    assertThat(world.look(watching).counts().moved()).isEqualTo(3);
    assertThat(world.look(watching).state()).isEqualTo(RedriveState.RUNNING);
    assertThat(requested).containsExactly(3);
  }

  @Test
  void a_redrive_moves_as_many_jobs_as_the_quota_allows() {
    world.dead(5, OF_ACME);
    quota = 2;
    Redrive redrive = worker.redrives().start(ALL_OF_ACME);

    world.redrive(worker);
    world.redrive(worker);

    assertThat(requested).startsWith(5, 3, 1);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(5);
  }

  @Test
  void a_redrive_of_jobs_that_are_not_dead_does_not_wait_for_quota() {
    quota = 0;
    JobId waiting = worker.enqueue(OF_ACME).id();
    Redrive redrive =
        worker
            .redrives()
            .start(RedriveRequest.of(new RedriveSelection.Listed(List.of(waiting), ACME)));

    world.redrive(worker);

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
    assertThat(requested).isEmpty();
  }
}
