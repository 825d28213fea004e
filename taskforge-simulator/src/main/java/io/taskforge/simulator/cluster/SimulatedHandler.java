package io.taskforge.simulator.cluster;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.Outcome;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.Ending;
import java.time.Duration;
import java.util.SplittableRandom;

/** A handler that succeeds, fails, hangs or kills its node, as the seed decides. */
record SimulatedHandler(Cluster cluster, Party node, Runnable kill) implements JobHandler<String> {
  /** Payloads that end so kill their worker each time. */
  static final String KILLER = "!";

  /** Payloads that end so call a destination. */
  static final String CALLER = "@";

  private static final Duration SLICE = Duration.ofMillis(500);

  private static HandlerFailure failure(String type, String message, FailureKind kind) {
    HandlerFailure failure = HandlerFailure.of(ErrorType.of(type), message).kind(kind);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  @Override
  public Outcome handle(String payload, JobContext context) throws Exception {
    cluster.record(
        new Event.Started(
            cluster.world().instant(),
            node.name(),
            context.jobId().toString(),
            context.fencingToken(),
            context.tenant().value(),
            '"' + payload + '"'));
    SplittableRandom random = cluster.handlerRandom();
    Plan plan = cluster.plan();
    if (payload.endsWith(KILLER)) {
      sleep(context, Duration.ofMillis(random.nextInt(1_000)), false);
      die();
    }
    if (payload.endsWith(CALLER) && cluster.isDestinationDown()) {
      sleep(context, Duration.ofMillis(random.nextInt(100)), true);
      return end(context, 0);
    }
    boolean chaos = !cluster.isHealed();
    int dice = random.nextInt(100);
    if (chaos && plan.has(Chaos.SLOW_HANDLERS) && dice < 14) {
      // Some are longer than the timeout or the lease, and some ignore interrupts.
      Duration longer = Duration.ofMillis(random.nextInt(dice < 4 ? 20_000 : 5_000));
      sleep(context, longer, dice % 2 == 0);
    } else if (chaos && plan.has(Chaos.CRASHES) && dice < 17) {
      sleep(context, Duration.ofMillis(random.nextInt(2_000)), true);
      die();
    } else {
      sleep(context, Duration.ofMillis(random.nextInt(200)), true);
    }
    return end(context, plan.has(Chaos.FAILING_HANDLERS) ? random.nextInt(100) : 100);
  }

  private Outcome end(JobContext context, int dice) {
    if (dice < 30) {
      ended(context, Ending.FAILED);
      throw failure("refused", "the destination refused", FailureKind.TRANSIENT);
    }
    if (dice < 33) {
      ended(context, Ending.FAILED_FOR_GOOD);
      throw failure("invalid", "never possible", FailureKind.PERMANENT);
    }
    if (dice < 38) {
      ended(context, Ending.SNOOZED);
      return Outcome.snooze(Duration.ofMillis(dice * 50L));
    }
    if (dice < 40) {
      ended(context, Ending.DISCARDED);
      return Outcome.discard("not needed");
    }
    if (dice < 42) {
      ended(context, Ending.DEAD_LETTERED);
      return Outcome.deadLetter("by the handler");
    }
    ended(context, Ending.DONE);
    return Outcome.DONE;
  }

  private void die() {
    kill.run();
    throw new NodeDied();
  }

  private void ended(JobContext context, Ending how) {
    cluster.record(
        new Event.Ended(
            cluster.world().instant(),
            node.name(),
            context.jobId().toString(),
            context.fencingToken(),
            how));
  }

  /** Lets time pass; a handler that listens to interrupts ends when it is asked to. */
  private void sleep(JobContext context, Duration time, boolean listens)
      throws InterruptedException {
    World world = cluster.world();
    long begun = world.micros();
    long end = begun + time.toNanos() / 1_000;
    while (world.micros() < end && node.isAlive() && world.canPass() && !world.isRunaway()) {
      long left = end - world.micros();
      world.pass(Duration.ofNanos(Math.min(left * 1_000, SLICE.toNanos())));
      node.awaitResumed();
      boolean overdue = world.micros() - begun > Cluster.TIMEOUT.toNanos() / 1_000;
      if (listens && (overdue || context.isCancelled() || context.isLeaseLost())) {
        ended(context, Ending.INTERRUPTED);
        throw new InterruptedException("asked to stop");
      }
    }
    if (!node.isAlive()) {
      throw new NodeDied();
    }
  }
}
