package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Workers that share an in-memory store and a manual clock. */
final class Workers implements AutoCloseable {
  /** A lease duration, and the time after which a lease has expired. */
  static final Duration PAST_THE_LEASE = Duration.ofSeconds(15).plusMillis(1);

  final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  final MemoryJobStore memory = new MemoryJobStore(clock);
  final UnreliableStore store = new UnreliableStore(memory);
  final SequentialIds ids = new SequentialIds(clock);
  final LongSupplier ticker;
  private final List<TaskForge> all = new ArrayList<>();

  Workers() {
    Instant start = clock.instant();
    ticker = () -> Duration.between(start, clock.instant()).toNanos();
  }

  /** A worker whose handlers run in the test's own thread. */
  TaskForge worker(String name, Consumer<TaskForgeBuilder> configuration) {
    return worker(name, HandlerThreads.direct(), configuration);
  }

  /** A worker whose handlers run on the given threads. */
  TaskForge worker(String name, HandlerThreads threads, Consumer<TaskForgeBuilder> configuration) {
    return worker(name, threads, ticker, configuration);
  }

  TaskForge worker(
      String name,
      HandlerThreads threads,
      LongSupplier itsTicker,
      Consumer<TaskForgeBuilder> configuration) {
    TaskForgeBuilder builder =
        withEnvironment(
                TaskForge.builder(),
                new EngineEnvironment(
                    itsTicker, new SplittableRandom(7), ids, (prefix, size) -> threads))
            .store(store)
            .name(name);
    configuration.accept(builder);
    TaskForge forge = builder.build();
    forge.putQueues();
    all.add(forge);
    return forge;
  }

  /** Stores a job through any worker. */
  JobId enqueue(JobRequest request) {
    return all.get(0).enqueue(request).id();
  }

  TaskForge first() {
    return all.get(0);
  }

  /** Takes one turn of everything that a worker does. */
  static void round(TaskForge forge) {
    Engine engine = engineOf(forge);
    engine.readQueues();
    engine.rescue();
    engine.heartbeat();
    engine.watchTimeouts();
    engine.commit();
    engine.fetch();
    engine.commit();
  }

  void advance(Duration by) {
    clock.advance(by);
  }

  Job job(JobId id) {
    return memory.queries().job(id).orElseThrow();
  }

  List<Attempt> history(JobId id) {
    return memory.queries().attempts(id, 1_000);
  }

  @Override
  public void close() {
    store.heal();
    memory.close();
  }
}
