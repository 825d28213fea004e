package io.taskforge.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One job of a simulation; times are in nanoseconds of virtual time. */
final class SimulatedJob {
  private static final long NEVER = -1;

  final int priority;
  final long arrivedAt;
  long runAt;
  long startedAt;
  long endsAt;
  long firstStartedAt = NEVER;
  long heldNanos;
  int failures;
  @Nullable Node node;
  long epoch;
  boolean free = true;
  @Nullable Duration previousDelay;
  SimulatedDestination.Answer answer = SimulatedDestination.Answer.SERVED;

  SimulatedJob(int priority, long arrivedAt) {
    this.priority = priority;
    this.arrivedAt = arrivedAt;
    this.runAt = arrivedAt;
  }

  boolean isNew() {
    return firstStartedAt == NEVER;
  }

  void start(long now, long held) {
    if (isNew()) {
      firstStartedAt = now;
    } else {
      heldNanos += held;
    }
    startedAt = now;
  }

  /** The time since its first attempt started, without the time in which it was held. */
  Duration elapsed(long now) {
    return Duration.ofNanos(Math.max(0, now - firstStartedAt - heldNanos));
  }
}
