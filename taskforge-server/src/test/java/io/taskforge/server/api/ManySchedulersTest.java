package io.taskforge.server.api;

import static io.taskforge.engine.EngineAccess.engineOf;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.job.ScheduleId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.Timing;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many workers and schedules at the same time: one job per schedule and occurrence. */
class ManySchedulersTest {
  private static final int WORKERS = 6;
  private static final int SCHEDULES = 15;
  private static final int TICKS = 4;

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");

  @Test
  void in_memory_each_occurrence_enqueues_one_job() throws Exception {
    MemoryJobStore shared = new MemoryJobStore(clock);

    check(() -> shared);
  }

  @Test
  void on_sqlite_each_occurrence_enqueues_one_job(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("jobs.db");

    check(() -> SqliteJobStore.builder(file).clock(clock).build());
  }

  private void check(Supplier<JobStore> stores) throws Exception {
    List<JobStore> opened = new ArrayList<>();
    List<TaskForge> workers = new ArrayList<>();
    for (int n = 0; n < WORKERS; n++) {
      opened.add(stores.get());
      workers.add(TaskForge.builder().store(opened.get(n)).name("w" + n).build());
    }
    Timing everySecond = Timing.every("* * * * * *", "UTC");
    for (int n = 0; n < SCHEDULES; n++) {
      Schedule draft =
          workers
              .get(0)
              .schedules()
              .draft(new ScheduleId("s" + n), everySecond, JobRequest.of("tick", n));
      workers
          .get(0)
          .schedules()
          .put(draft.withPolicies(MisfirePolicy.RUN_ONCE_NOW, OverlapPolicy.QUEUE));
    }
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    try {
      for (int tick = 0; tick < TICKS; tick++) {
        clock.advance(ofSeconds(1));
        fireAtOnce(workers, threads);
      }
      List<Job> jobs = opened.get(0).queries().list(JobFilter.all(1000)).items();
      assertThat(jobs).hasSize(SCHEDULES * TICKS);
      assertThat(jobs).extracting(Job::idempotencyKey).doesNotHaveDuplicates();
    } finally {
      threads.shutdownNow();
      opened.forEach(JobStore::close);
    }
  }

  private static void fireAtOnce(List<TaskForge> workers, ExecutorService threads)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(workers.size());
    List<Future<?>> turns = new ArrayList<>();
    for (TaskForge worker : workers) {
      Callable<Object> turn =
          () -> {
            start.await(30, TimeUnit.SECONDS);
            return engineOf(worker).fireSchedules();
          };
      turns.add(threads.submit(turn));
    }
    for (Future<?> turn : turns) {
      turn.get(60, TimeUnit.SECONDS);
    }
  }
}
