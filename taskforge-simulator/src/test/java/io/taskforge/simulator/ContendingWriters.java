package io.taskforge.simulator;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Writers that change one row with optimistic locking, all at once: the experiment with which AWS
 * compared kinds of jitter. A writer reads the version, writes, and backs off if another writer was
 * faster.
 */
final class ContendingWriters {
  private static final Failure CONFLICT =
      Failure.of(ErrorType.of("conflict"), FailureKind.TRANSIENT, "the version has changed");
  private static final double NETWORK_MILLIS = 10;
  private static final double NETWORK_DEVIATION = 2;

  private final RetryPolicy policy;
  private final Random random;
  private long version;

  private ContendingWriters(RetryPolicy policy, long seed) {
    this.policy = policy;
    this.random = new Random(seed);
  }

  private static final class Writer {
    private double millis;
    private boolean writes;
    private long seen;
    private int failures;
    private Duration previousDelay = Duration.ofMillis(5);
  }

  /** Returns how many writes are sent until every writer has succeeded once. */
  static long calls(RetryPolicy policy, int writers, long seed) {
    return new ContendingWriters(policy, seed).run(writers);
  }

  private long run(int writers) {
    PriorityQueue<Writer> events =
        new PriorityQueue<>(Comparator.comparingDouble(writer -> writer.millis));
    for (int i = 0; i < writers; i++) {
      Writer writer = new Writer();
      writer.millis = network();
      events.add(writer);
    }
    long calls = 0;
    while (!events.isEmpty()) {
      Writer writer = events.remove();
      if (!writer.writes) {
        writer.seen = version;
        writer.writes = true;
        writer.millis += network() + network();
      } else {
        calls++;
        if (writer.seen == version) {
          version++;
          continue;
        }
        writer.writes = false;
        writer.millis += network() + delayMillis(writer) + network();
      }
      events.add(writer);
    }
    return calls;
  }

  private double delayMillis(Writer writer) {
    writer.failures++;
    RetryContext context =
        RetryContext.afterFailures(writer.failures).previousDelay(writer.previousDelay);
    RetryDecision.Retry retry = (RetryDecision.Retry) policy.decide(CONFLICT, context, random);
    writer.previousDelay = retry.delay();
    return retry.delay().toNanos() / 1e6;
  }

  private double network() {
    return Math.max(0, NETWORK_MILLIS + NETWORK_DEVIATION * random.nextGaussian());
  }
}
