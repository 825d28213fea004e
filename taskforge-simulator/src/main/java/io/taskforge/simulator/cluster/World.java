package io.taskforge.simulator.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * Virtual time and what is planned for it. Something that takes time, such as a slow handler or a
 * late answer, lets the world continue inside itself ({@link #pass}), which is how everything can
 * overlap in one thread.
 */
final class World implements InstantSource {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  // Every level is a handler or a store call in progress; deeper ones take no time.
  private static final int MAX_DEPTH = 8;
  private static final int MAX_STEPS = 200_000;

  private final PriorityQueue<Step> agenda = new PriorityQueue<>();
  private long now;
  private long planned;
  private int depth;
  private int steps;
  private Duration storeSkew = Duration.ZERO;

  private record Step(long at, long order, Runnable action) implements Comparable<Step> {
    @Override
    public int compareTo(Step other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** Microseconds since the start. */
  long micros() {
    return now;
  }

  @Override
  public Instant instant() {
    return at(now);
  }

  /** What the store believes to be the time; only a planted bug lets it differ. */
  Instant storeTime() {
    return instant().plus(storeSkew);
  }

  /** Runs a call of the store with its clock wrong by {@code skew}. */
  <T> T skewed(Duration skew, Supplier<T> call) {
    storeSkew = skew;
    try {
      return call.get();
    } finally {
      storeSkew = Duration.ZERO;
    }
  }

  static Instant at(long micros) {
    return START.plus(micros, ChronoUnit.MICROS);
  }

  void plan(long at, Runnable action) {
    agenda.add(new Step(Math.max(at, now), ++planned, action));
  }

  void in(Duration delay, Runnable action) {
    plan(now + delay.toNanos() / 1_000, action);
  }

  boolean canPass() {
    return depth < MAX_DEPTH;
  }

  /** Lets this much time pass for everything else, inside what is in progress now. */
  void pass(Duration time) {
    if (canPass()) {
      runUntil(now + time.toNanos() / 1_000);
    }
  }

  /** Does what is planned until then. */
  void runUntil(long end) {
    depth++;
    try {
      Step next = agenda.peek();
      while (next != null && next.at <= end && !isRunaway()) {
        agenda.remove();
        now = Math.max(now, next.at);
        steps++;
        next.action.run();
        // Engines interrupt handlers, which all run in this thread and ask their context instead.
        boolean ignored = Thread.interrupted();
        next = agenda.peek();
      }
      now = Math.max(now, end);
    } finally {
      depth--;
    }
  }

  /** Whether there is no end to it: some loop does not pause. */
  boolean isRunaway() {
    return steps > MAX_STEPS;
  }
}
