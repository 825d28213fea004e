package io.taskforge.bench.chaos;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.bench.peer.Logs;
import io.taskforge.engine.EngineAccess;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.RecordingCalls;
import io.taskforge.simulator.check.RecordingStore;
import io.taskforge.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The main class of a worker process. It runs until its standard input is closed. */
public final class ChaosWorker {
  static final String TYPE = "work";
  static final String QUEUE = "work";

  /** Payloads that end so kill their worker each time. */
  static final String KILLER = "!";

  /** Payloads that end so call a destination. */
  static final String CALLER = "@";

  static final String DESTINATION = "api";

  /** A file beside those of the events that exists while the destination is down. */
  static final String DOWN = "destination-down";

  /** The exit code of a worker that its job has killed. */
  static final int KILLED_BY_JOB = 86;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final double DRIFT = 0.1;

  private final String node;
  private final Consumer<Event> events;
  private final SplittableRandom random; // guarded by this
  private final Duration lease;
  private final Path down;

  private ChaosWorker(String node, Consumer<Event> events, long seed, Duration lease, Path down) {
    this.node = node;
    this.events = events;
    this.random = new SplittableRandom(seed);
    this.lease = lease;
    this.down = down;
  }

  /**
   * Arguments are the JDBC URL, the name of the node, the file for its events, a seed, the lease
   * duration and the largest error of its clock, both in seconds, and the concurrency.
   */
  public static void main(String[] args) throws Exception {
    Logs.quiet();
    try (EventFile events = new EventFile(Path.of(args[2]))) {
      ChaosWorker worker =
          new ChaosWorker(
              args[1],
              events,
              Long.parseLong(args[3]),
              Duration.ofSeconds(Long.parseLong(args[4])),
              Path.of(args[2]).resolveSibling(DOWN));
      try (JobStore store = Database.open(args[0]);
          TaskForge forge =
              worker.build(store, Integer.parseInt(args[5]), Integer.parseInt(args[6]))) {
        forge.start();
        while (System.in.read() >= 0) {
          // Ignores input until the parent closes it.
        }
      }
    }
    System.exit(0);
  }

  private TaskForge build(JobStore store, int skew, int concurrency) {
    EngineEnvironment real = EngineEnvironment.production();
    double rate = skew == 0 ? 1 : 1 + DRIFT * (2 * random.nextDouble() - 1);
    long wrong = Math.round(skew * 1e9 * (2 * random.nextDouble() - 1));
    LongSupplier ticker = () -> (long) (real.ticker().getAsLong() * rate) + wrong;
    return EngineAccess.withEnvironment(
            TaskForge.builder(),
            new EngineEnvironment(ticker, real.random(), real.ids(), real.threads()))
        .store(
            new RecordingCalls(
                new RecordingStore(store, node, Instant::now, events), node, Instant::now, events))
        .name(node)
        .concurrency(concurrency)
        .lease(lease)
        .timeout(TIMEOUT)
        .queue(QUEUE, queue -> queue.deadLetterQueue(QUEUE + "-dead"))
        .handler(JobType.of(TYPE, String.class), this::handle)
        .build();
  }

  private synchronized int random(int bound) {
    return random.nextInt(bound);
  }

  private Outcome handle(String payload, JobContext context) throws InterruptedException {
    events.accept(
        new Event.Started(
            Instant.now(),
            node,
            context.jobId().toString(),
            context.fencingToken(),
            context.tenant().value(),
            '"' + payload + '"'));
    try {
      Thread.sleep(random(100) == 0 ? random(8_000) : random(50));
    } catch (InterruptedException e) {
      ended(context, Ending.INTERRUPTED);
      throw e;
    }
    if (payload.endsWith(KILLER)) {
      Runtime.getRuntime().halt(KILLED_BY_JOB);
    }
    if (payload.endsWith(CALLER) && Files.exists(down)) {
      ended(context, Ending.FAILED);
      throw failure("unavailable", FailureKind.TRANSIENT);
    }
    // A destination that is up succeeds; else its backlog would be released slowly.
    int dice = payload.endsWith(CALLER) ? 100 : random(100);
    if (dice < 15) {
      ended(context, Ending.FAILED);
      throw failure("refused", FailureKind.TRANSIENT);
    }
    if (dice < 16) {
      ended(context, Ending.FAILED_FOR_GOOD);
      throw failure("invalid", FailureKind.PERMANENT);
    }
    ended(context, Ending.DONE);
    return Outcome.DONE;
  }

  private static HandlerFailure failure(String type, FailureKind kind) {
    return HandlerFailure.of(ErrorType.of(type), "as the dice say").kind(kind);
  }

  private void ended(JobContext context, Ending how) {
    events.accept(
        new Event.Ended(
            Instant.now(), node, context.jobId().toString(), context.fencingToken(), how));
  }
}
