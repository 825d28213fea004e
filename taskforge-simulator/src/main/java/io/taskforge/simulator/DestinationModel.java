package io.taskforge.simulator;

import java.time.Duration;

/**
 * The destination of the calls. It serves {@code capacity} calls per second and rejects the rest
 * with status 503; during the outage it refuses every connection.
 *
 * @param capacity calls per second
 * @param latency how long a call takes on average; single calls take half to one and a half of it
 * @param outage how long the destination is down
 * @param burn how much of the work of a served call a rejected one costs, from 0 (rejecting is
 *     free) to 1 (congestion collapse: under sustained overload nothing is served)
 */
public record DestinationModel(double capacity, Duration latency, Duration outage, double burn) {
  /** The latency of a model that names none. */
  public static final Duration DEFAULT_LATENCY = Duration.ofMillis(100);

  /** The maximum of {@code capacity}. */
  public static final double MAX_CAPACITY = 100_000;

  /** The maximum of {@code latency}. */
  public static final Duration MAX_LATENCY = Duration.ofMinutes(1);

  /** The maximum of {@code outage}. */
  public static final Duration MAX_OUTAGE = Duration.ofDays(1);

  public DestinationModel {
    if (!(capacity > 0 && capacity <= MAX_CAPACITY)) {
      throw new IllegalArgumentException(
          "capacity must be more than 0/s and at most %s/s but was %s/s"
              .formatted(Rates.text(MAX_CAPACITY), Rates.text(capacity)));
    }
    check("latency", latency, Duration.ofMillis(1), MAX_LATENCY);
    check("outage", outage, Duration.ofSeconds(1), MAX_OUTAGE);
    if (!(burn >= 0 && burn <= 1)) {
      throw new IllegalArgumentException("burn must be from 0 to 1 but was " + burn);
    }
  }

  /** Returns a destination that rejects what exceeds its capacity at no cost. */
  public static DestinationModel rejecting(double capacity, Duration outage) {
    return new DestinationModel(capacity, DEFAULT_LATENCY, outage, 0);
  }

  /** Returns a destination that collapses under overload. */
  public static DestinationModel collapsing(double capacity, Duration outage) {
    return new DestinationModel(capacity, DEFAULT_LATENCY, outage, 1);
  }

  private static void check(String name, Duration value, Duration min, Duration max) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "%s must be from %s to %s but was %s".formatted(name, min, max, value));
    }
  }
}
