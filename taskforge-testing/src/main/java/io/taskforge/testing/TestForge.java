package io.taskforge.testing;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.Attempt;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.Transition;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A TaskForge for tests: jobs in memory, a manual clock, and reproducible ids and random numbers.
 * Handlers run in the test's thread inside {@link #runDue}, one after the other.
 *
 * <pre>{@code
 * TestForge forge = TestForge.with(f -> f.handler(SEND_MAIL, mailer));
 * JobId id = forge.enqueue(SEND_MAIL, mail).id();
 * forge.runDue();
 * forge.advance(ofMinutes(2));
 * forge.runDue();
 * assertThat(forge.job(id)).succeeded().afterAttempts(2);
 * }</pre>
 */
public final class TestForge implements AutoCloseable {
  private static final long SEED = 42;
  // Otherwise a job that always becomes due again would run forever.
  private static final int MAX_RUNS = 100_000;

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final AtomicInteger claimed = new AtomicInteger();
  private final TaskForge forge;

  private TestForge(Consumer<TaskForgeBuilder> configuration) {
    Instant start = clock.instant();
    TaskForgeBuilder builder =
        withEnvironment(
                TaskForge.builder(),
                new EngineEnvironment(
                    () -> Duration.between(start, clock.instant()).toNanos(),
                    new SplittableRandom(SEED),
                    new SequentialIds(clock),
                    (name, concurrency) -> HandlerThreads.direct()))
            .store(store)
            .listener(
                event -> {
                  if (event.transition() == Transition.CLAIMED) {
                    claimed.incrementAndGet();
                  }
                });
    configuration.accept(builder);
    forge = builder.build();
    forge.putQueues();
  }

  /** Returns a TaskForge with these handlers and queues. */
  public static TestForge with(Consumer<TaskForgeBuilder> configuration) {
    return new TestForge(configuration);
  }

  /** Stores a job with the default options. */
  public <T> Enqueued enqueue(JobType<T> type, T payload) {
    return forge.enqueue(type, payload);
  }

  /** Stores a job. */
  public Enqueued enqueue(JobRequest request) {
    return forge.enqueue(request);
  }

  /** Moves time; nothing runs until {@link #runDue}. */
  public TestForge advance(Duration by) {
    clock.advance(by);
    return this;
  }

  /**
   * Runs all due jobs, including those that become due at the same instant meanwhile; returns the
   * number of attempts.
   */
  public int runDue() {
    Engine engine = engineOf(forge);
    int before = claimed.get();
    int last;
    do {
      last = claimed.get();
      engine.readQueues();
      engine.rescue();
      engine.heartbeat();
      engine.fireSchedules();
      redriveDue(engine);
      engine.fetch();
      engine.watchDestinations();
      engine.commit();
      if (last - before > MAX_RUNS) {
        throw new IllegalStateException(
            "after " + MAX_RUNS + " runs there are still due jobs: does one run itself again?");
      }
    } while (claimed.get() > last);
    return claimed.get() - before;
  }

  private static void redriveDue(Engine engine) {
    boolean more;
    do {
      more = engine.redrive().isZero();
    } while (more);
  }

  /** Returns the current state of a job. */
  public Job job(JobId id) {
    return forge.job(id).orElseThrow(() -> new NoSuchElementException("no job " + id));
  }

  /** Returns a job's attempts, oldest first. */
  public List<Attempt> history(JobId id) {
    return forge.history(id);
  }

  /** Returns the current time of the clock. */
  public Instant now() {
    return clock.instant();
  }

  /** Returns the clock, for handlers that need one. */
  public ManualClock clock() {
    return clock;
  }

  /** Returns the store of the jobs. */
  public MemoryJobStore store() {
    return store;
  }

  /** Returns the TaskForge, for everything else: cancel, retry, pause, statistics. */
  public TaskForge taskForge() {
    return forge;
  }

  @Override
  public void close() {
    forge.close();
    store.close();
  }
}
