package io.taskforge.destination;

import java.time.Duration;

/**
 * The calls that a worker may send until its next report, spread evenly over that time: the first
 * one at once, the last one shortly before it. Immutable; has no clock: callers pass the
 * nanoseconds of a monotonic ticker.
 *
 * @param granted how many were granted
 * @param used how many of them were sent
 * @param at when they were granted
 */
public record GrantedCalls(int granted, int used, long at) {
  /**
   * The interval of a worker's reports on a destination that does not work normally; the end of a
   * probe is reported at once.
   */
  public static final Duration REPORT_INTERVAL = Duration.ofMillis(500);

  /** How often a worker claims at least while it has granted calls that are not sent. */
  public static final Duration CLAIM_INTERVAL = Duration.ofMillis(50);

  /** No calls. */
  public static final GrantedCalls NONE = new GrantedCalls(0, 0, 0);

  /** Returns calls that were granted now, none of them sent yet. */
  public static GrantedCalls of(int granted, long now) {
    return new GrantedCalls(granted, 0, now);
  }

  /** How many may be sent now. */
  public int available(long now) {
    double part = (double) (now - at) / REPORT_INTERVAL.toNanos();
    int due = (int) Math.min(granted, 1 + Math.floor(Math.max(0, part) * granted));
    return Math.max(0, Math.min(granted, due) - used);
  }

  /** Returns this after calls were sent. */
  public GrantedCalls sent(int calls) {
    return new GrantedCalls(granted, used + calls, at);
  }

  /** How many were not sent. */
  public int unused() {
    return Math.max(0, granted - used);
  }

  /** Returns this without the calls that were not sent. */
  public GrantedCalls withoutUnused() {
    return new GrantedCalls(used, used, at);
  }
}
