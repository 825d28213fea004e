package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.engine.loop.Wake;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.QueueName;
import io.taskforge.store.Settlement;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Each job that is started is settled once, and its place is freed once. */
@NullMarked
class SettlingTest {
  private final MemoryJobStore store = new MemoryJobStore(() -> Jobs.CLAIMED_AT);
  private final RunningJobs jobs = new RunningJobs(new Wake());
  private final Prefetch prefetch = new Prefetch(Duration.ofMillis(50), 1, 1_000);
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final HandlerThreads held =
      new HandlerThreads() {
        @Override
        public void run(Runnable handler) {
          work.add(handler);
        }

        @Override
        public void abandoned() {}

        @Override
        public void close() {}
      };

  private Runner runner(Consumer<Settlement> settled) {
    EngineConfig config = Configs.with(new JobTypeName("call"), (payload, context) -> Outcome.DONE);
    EngineEnvironment environment =
        new EngineEnvironment(
            () -> 0,
            new SplittableRandom(1),
            () -> {
              throw new AssertionError("no ids needed");
            },
            (name, size) -> held);
    QueueCatalog queues = new QueueCatalog(store, config.failures().policyJson());
    Destinations destinations = new Destinations(config, queues, () -> 1, () -> 0);
    Verdicts verdicts =
        new Verdicts(config, queues, environment.random(), destinations, new RetryBudgets(() -> 0));
    return new Runner(
        config, environment, store, verdicts, jobs, held, prefetch, settled, destinations);
  }

  private static io.taskforge.store.ClaimedJob job() {
    return Jobs.claimed(Guarantee.AT_LEAST_ONCE, Counters.ZERO);
  }

  @Test
  void the_result_is_handed_over_before_the_place_is_free() {
    List<Integer> occupied = new ArrayList<>();
    Runner runner = runner(settlement -> occupied.add(jobs.occupied()));
    runner.start(job(), null);
    work.remove().run();

    // A shutdown waits for the last place, and must not overlook the last result.
    assertThat(occupied).containsExactly(1);
    assertThat(jobs.occupied()).isZero();
    assertThat(jobs.held()).isEqualTo(1);
  }

  @Test
  void a_job_that_was_given_up_is_settled_once_and_frees_one_place() {
    List<Settlement> settled = new ArrayList<>();
    Runner runner = runner(settled::add);
    runner.start(job(), null);
    RunningJob running = jobs.all().iterator().next();
    running.stop(HandlerRun.Stop.SHUTDOWN);
    runner.abandon(running);
    runner.abandon(running);
    work.remove().run();

    assertThat(settled).hasSize(1);
    assertThat(jobs.occupied()).isZero();
    assertThat(jobs.unfinished(QueueName.DEFAULT)).isZero();
  }

  @Test
  void a_result_that_cannot_be_handed_over_frees_its_place_and_its_lease_runs_out() {
    Runner runner =
        runner(
            settlement -> {
              throw new OutOfMemoryError("made by hand");
            });
    runner.start(job(), null);
    work.remove().run();

    assertThat(jobs.occupied()).isZero();
    assertThat(jobs.held()).isZero();
  }

  @Test
  void nothing_is_started_once_the_runner_is_closed() {
    List<Settlement> settled = new ArrayList<>();
    Runner runner = runner(settled::add);
    runner.close();
    runner.start(job(), null);

    assertThat(work).isEmpty();
    assertThat(settled).hasSize(1);
    assertThat(settled.get(0).verdict().counters()).isEqualTo(new Counters(0, 0, 1));
    assertThat(jobs.occupied()).isZero();
  }

  @Test
  void a_job_waits_for_a_free_place() {
    List<Settlement> settled = new ArrayList<>();
    Runner runner = runner(settled::add);
    runner.start(job(0), null);
    runner.start(job(1), null);
    assertThat(work).hasSize(1);
    assertThat(jobs.occupied()).isEqualTo(1);
    assertThat(jobs.unfinished()).isEqualTo(2);

    work.remove().run();
    assertThat(work).hasSize(1);
    work.remove().run();
    assertThat(settled).extracting(each -> each.job().lease().position()).containsExactly(0, 1);
    assertThat(jobs.unfinished()).isZero();
  }

  @Test
  void a_job_that_waits_for_a_place_is_given_back_when_the_runner_is_closed() {
    List<Settlement> settled = new ArrayList<>();
    Runner runner = runner(settled::add);
    runner.start(job(0), null);
    runner.start(job(1), null);
    runner.close();

    assertThat(settled).hasSize(1);
    assertThat(settled.get(0).job().lease().position()).isEqualTo(1);
    assertThat(settled.get(0).verdict().counters()).isEqualTo(new Counters(0, 0, 1));
    assertThat(settled.get(0).run().isStarted()).isFalse();
    work.remove().run();
    assertThat(work).isEmpty();
    assertThat(settled).hasSize(2);
    assertThat(jobs.unfinished()).isZero();
  }

  @Test
  void the_place_of_an_abandoned_handler_is_given_to_a_waiting_job() {
    Runner runner = runner(settlement -> {});
    runner.start(job(0), null);
    runner.start(job(1), null);
    RunningJob stuck =
        jobs.all().stream()
            .filter(each -> each.job.lease().position() == 0)
            .findFirst()
            .orElseThrow();
    stuck.stop(HandlerRun.Stop.TIMEOUT);
    runner.abandon(stuck);

    assertThat(work).hasSize(2);
    assertThat(jobs.occupied()).isEqualTo(1);
  }

  private static io.taskforge.store.ClaimedJob job(int position) {
    return Jobs.claimed(position, Guarantee.AT_LEAST_ONCE, Counters.ZERO, false);
  }
}
