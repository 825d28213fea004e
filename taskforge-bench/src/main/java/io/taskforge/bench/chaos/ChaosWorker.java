package io.taskforge.bench.chaos;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.bench.peer.Logs;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.job.StoreException;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.RecordingStore;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The main class of a worker process. It runs until its standard input is closed. */
public final class ChaosWorker {
  static final String TYPE = "work";
  static final String QUEUE = "work";
  static final Duration LEASE = Duration.ofSeconds(5);

  /** Payloads that end so kill their worker each time. */
  static final String KILLER = "!";

  /** The exit code of a worker that its job has killed. */
  static final int KILLED_BY_JOB = 86;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int CONCURRENCY = 16;
  private static final int OPEN_AGAIN_MILLIS = 200;

  private final String node;
  private final Consumer<Event> events;
  private final SplittableRandom random; // guarded by this

  private ChaosWorker(String node, Consumer<Event> events, long seed) {
    this.node = node;
    this.events = events;
    this.random = new SplittableRandom(seed);
  }

  /** Arguments are the JDBC URL, the name of the node, the file for its events, and a seed. */
  public static void main(String[] args) throws Exception {
    Logs.quiet();
    try (EventFile events = new EventFile(Path.of(args[2]))) {
      ChaosWorker worker = new ChaosWorker(args[1], events, Long.parseLong(args[3]));
      try (JobStore store = eventually(() -> Database.open(args[0]));
          TaskForge forge = worker.build(store)) {
        eventually(
            () -> {
              forge.start();
              return forge;
            });
        while (System.in.read() >= 0) {
          // Ignores input until the parent closes it.
        }
      }
    }
    System.exit(0);
  }

  /** A worker that starts during an outage waits for its end. */
  private static <T> T eventually(Supplier<T> action) throws InterruptedException {
    while (true) {
      try {
        return action.get();
      } catch (StoreException e) {
        System.err.println("not started, will retry: " + e.getMessage());
        Thread.sleep(OPEN_AGAIN_MILLIS);
      }
    }
  }

  private TaskForge build(JobStore store) {
    return TaskForge.builder()
        .store(new RecordingStore(store, node, Instant::now, events))
        .name(node)
        .concurrency(CONCURRENCY)
        .lease(LEASE)
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
    int dice = random(100);
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
