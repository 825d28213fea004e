package io.taskforge.destination;

import io.taskforge.value.Value;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When the circuit breaker of a destination opens and how it recovers. The defaults suit outages of
 * seconds to hours and destinations of any capacity; most programs never change them. Immutable.
 */
public final class DestinationSettings extends Value<DestinationSettings> {
  private static final Duration LONGEST = Duration.ofDays(1);
  // A probe comes about every twentieth of the time that the outage has lasted.
  private static final double GROWTH = 1.05;
  private static final DestinationSettings DEFAULTS = new DestinationSettings();

  private int minimumCalls = 10;
  private double failureRate = 0.5;
  private Duration window = Duration.ofSeconds(10);
  private Duration openFor = Duration.ofSeconds(1);
  private Duration longestOpen = Duration.ofSeconds(5);
  private Duration longestHold = Duration.ofHours(1);
  private int probes = 3;
  private double slowFactor;

  private DestinationSettings() {}

  /** The default settings. */
  public static DestinationSettings defaults() {
    return DEFAULTS;
  }

  @Override
  protected void check() {
    if (minimumCalls < 1 || minimumCalls > 10_000) {
      throw new IllegalArgumentException(
          "minimumCalls must be from 1 to 10000 but was " + minimumCalls);
    }
    if (!(failureRate > 0 && failureRate <= 1)) {
      throw new IllegalArgumentException(
          "failureRate must be above 0 and at most 1 but was " + failureRate);
    }
    if (probes < 1 || probes > 100) {
      throw new IllegalArgumentException("probes must be from 1 to 100 but was " + probes);
    }
    if (!(slowFactor == 0 || (slowFactor >= 2 && slowFactor <= 1_000))) {
      throw new IllegalArgumentException(
          "slowFactor must be 0 or from 2 to 1000 but was " + slowFactor);
    }
    check("window", window, Duration.ofSeconds(1));
    check("openFor", openFor, Duration.ofMillis(100));
    check("longestOpen", longestOpen, openFor);
    check("longestHold", longestHold, Duration.ofSeconds(1));
  }

  private static void check(String name, Duration value, Duration shortest) {
    if (value.compareTo(shortest) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s must be from %s to %s but was %s".formatted(name, shortest, LONGEST, value));
    }
  }

  /** Opens only after this many calls in the window; 10 by default. */
  public DestinationSettings minimumCalls(int calls) {
    return with(settings -> settings.minimumCalls = calls);
  }

  /** Opens when this share of the calls in the window failed; 0.5 by default. */
  public DestinationSettings failureRate(double share) {
    return with(settings -> settings.failureRate = share);
  }

  /** The window in which calls count; 10 s by default, and never less than the calls' timeout. */
  public DestinationSettings window(Duration length) {
    return with(settings -> settings.window = length);
  }

  /** Initial and maximum time the breaker stays open before a probe; 1 s and 5 s by default. */
  public DestinationSettings openFor(Duration first, Duration longest) {
    return with(
        settings -> {
          settings.openFor = first;
          settings.longestOpen = longest;
        });
  }

  /** The longest time for which a Retry-After can hold the destination; 1 h by default. */
  public DestinationSettings longestHold(Duration longest) {
    return with(settings -> settings.longestHold = longest);
  }

  /** How many calls must succeed before it closes again; 3 by default. */
  public DestinationSettings probes(int calls) {
    return with(settings -> settings.probes = calls);
  }

  /**
   * Counts calls that take this many times as long as usual as failed calls; 0, the default, does
   * not.
   */
  public DestinationSettings slowFactor(double factor) {
    return with(settings -> settings.slowFactor = factor);
  }

  /** The number of calls in the window from which the breaker can open. */
  public int minimumCalls() {
    return minimumCalls;
  }

  /** The share of failed calls at which the breaker opens. */
  public double failureRate() {
    return failureRate;
  }

  /** The window in which calls count. */
  public Duration window() {
    return window;
  }

  /** The longest time for which a Retry-After can hold the destination. */
  public Duration longestHold() {
    return longestHold;
  }

  /** The number of calls that must succeed before the breaker closes again. */
  public int probes() {
    return probes;
  }

  /** Calls that take this many times the usual duration count as failed; 0 for never. */
  public double slowFactor() {
    return slowFactor;
  }

  /** How long a breaker stays open that opened for the given time in a row. */
  Duration openFor(int times) {
    double nanos = openFor.toNanos() * Math.pow(GROWTH, times - 1);
    return nanos > longestOpen.toNanos() ? longestOpen : Duration.ofNanos((long) nanos);
  }

  @Override
  protected List<@Nullable Object> fields() {
    return List.of(
        minimumCalls, failureRate, window, openFor, longestOpen, longestHold, probes, slowFactor);
  }
}
