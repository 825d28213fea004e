package io.taskforge.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Four workers in virtual time, one of which is killed every two seconds. */
class RandomKillsTest {
  private static final int WORKERS = 4;
  private static final int JOBS = Integer.getInteger("taskforge.test.kills.jobs", 10_000);
  private static final int JOBS_PER_SECOND = 150;
  private static final int KILLER_EVERY = 2_000;
  private static final Duration STEP = Duration.ofMillis(50);
  private static final Duration KILL_EVERY = Duration.ofSeconds(2);
  private static final Duration START = Duration.ofSeconds(1);

  private final Workers workers = new Workers();
  private final Set<JobId> killers = new HashSet<>();
  private final List<WorkerProcess> processes = new ArrayList<>();
  private int started;

  @AfterEach
  void close() {
    workers.close();
  }

  /** Handlers take time; those of a killed process never end. */
  private final class WorkerProcess implements HandlerThreads {
    private final SplittableRandom random;
    private final Instant ready;
    private final TaskForge forge;
    private final List<Running> running = new ArrayList<>();
    private boolean dead;

    private record Running(Instant end, Runnable work) {}

    WorkerProcess(SplittableRandom random) {
      this.random = random.split();
      this.ready = workers.clock.instant().plus(START);
      this.forge =
          workers.worker(
              "w" + ++started,
              this,
              builder ->
                  builder
                      .concurrency(16)
                      .lease(Duration.ofSeconds(5))
                      .queue("default", queue -> queue.deadLetterQueue("dead"))
                      .handler(
                          JobType.of("work"),
                          (payload, context) -> {
                            dead |= killers.contains(context.jobId());
                            return io.taskforge.job.Outcome.DONE;
                          }));
    }

    @Override
    public void run(Runnable work) {
      int millis = random.nextInt(100) == 0 ? random.nextInt(8_000) : random.nextInt(50);
      running.add(new Running(workers.clock.instant().plusMillis(millis), work));
    }

    void round() {
      if (workers.clock.instant().isBefore(ready)) {
        return;
      }
      for (Running each : List.copyOf(running)) {
        if (!dead && !each.end.isAfter(workers.clock.instant())) {
          running.remove(each);
          each.work.run();
        }
      }
      if (!dead) {
        Workers.round(forge);
      }
    }

    @Override
    public void abandoned() {}

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(longs = {2})
  void of_jobs_whose_workers_are_killed_at_random_only_killers_are_dead_lettered(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < WORKERS; i++) {
      processes.add(new WorkerProcess(random));
    }
    Duration nextKill = KILL_EVERY;
    Duration now = Duration.ZERO;
    int enqueued = 0;
    while (enqueued < JOBS || !haveAllEnded()) {
      for (; enqueued < Math.min(JOBS, now.toMillis() * JOBS_PER_SECOND / 1_000); enqueued++) {
        JobId id = workers.enqueue(JobRequest.of("work"));
        if (enqueued % KILLER_EVERY == KILLER_EVERY / 2) {
          killers.add(id);
        }
      }
      if (enqueued < JOBS && now.compareTo(nextKill) >= 0) {
        processes.get(random.nextInt(WORKERS)).dead = true;
        nextKill = nextKill.plus(KILL_EVERY);
      }
      for (int i = 0; i < WORKERS; i++) {
        processes.get(i).round();
        if (processes.get(i).dead) {
          processes.set(i, new WorkerProcess(random));
        }
      }
      workers.advance(STEP);
      now = now.plus(STEP);
      assertThat(now).isLessThan(Duration.ofSeconds(120L + JOBS / JOBS_PER_SECOND));
    }

    assertThat(killers).isNotEmpty();
    assertThat(dead()).containsExactlyInAnyOrderElementsOf(killers);
  }

  private boolean haveAllEnded() {
    return workers.first().stats().jobsByState().entrySet().stream()
        .allMatch(each -> each.getKey().isFinal() || each.getValue() == 0);
  }

  private List<JobId> dead() {
    return workers.memory.queries().list(JobFilter.all(1_000).state(JobState.DEAD)).items().stream()
        .map(Job::id)
        .toList();
  }
}
