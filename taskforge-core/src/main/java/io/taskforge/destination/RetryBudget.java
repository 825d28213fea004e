package io.taskforge.destination;

import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * A retry budget: the most retries in relation to first attempts, in the terms of the Kubernetes
 * Gateway API. Retries beyond it are postponed, not failed. See {@link RetryBudgetAccount}.
 *
 * @param percent how many retries per 100 first attempts, from 0 to 100
 * @param interval over which attempts are counted, from 1 s to 1 h
 * @param minimumRetries how many retries are allowed per {@code minimumInterval} in any case, from
 *     1 to 1,000,000
 * @param minimumInterval from 1 ms to 1 h
 */
public record RetryBudget(
    int percent, Duration interval, int minimumRetries, Duration minimumInterval) {
  private static final Duration HOUR = Duration.ofHours(1);

  public RetryBudget {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("percent must be from 0 to 100 but was " + percent);
    }
    if (minimumRetries < 1 || minimumRetries > 1_000_000) {
      throw new IllegalArgumentException(
          "minimumRetries must be from 1 to 1000000 but was " + minimumRetries);
    }
    check("interval", interval, Duration.ofSeconds(1));
    check("minimumInterval", minimumInterval, Duration.ofMillis(1));
  }

  private static void check(String name, Duration value, Duration shortest) {
    if (value.compareTo(shortest) < 0 || value.compareTo(HOUR) > 0) {
      throw new IllegalArgumentException(
          "%s must be from %s to 1h but was %s"
              .formatted(name, DurationText.format(shortest), DurationText.format(value)));
    }
  }

  /** A budget over 10 s with at least 10 retries per second. */
  public static RetryBudget percent(int percent) {
    return new RetryBudget(percent, Duration.ofSeconds(10), 10, Duration.ofSeconds(1));
  }

  /**
   * Reads what {@link #encoded} returned.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static RetryBudget parse(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException("not a retry budget: '%s'".formatted(text));
    }
    try {
      return new RetryBudget(
          Integer.parseInt(parts[0]),
          Duration.parse(parts[1]),
          Integer.parseInt(parts[2]),
          Duration.parse(parts[3]));
    } catch (NumberFormatException | DateTimeParseException e) {
      throw new IllegalArgumentException("not a retry budget: '%s'".formatted(text), e);
    }
  }

  /** Returns the four figures in one line, for stores. */
  public String encoded() {
    return percent + " " + interval + " " + minimumRetries + " " + minimumInterval;
  }

  /** The least retries per second. */
  double minimumPerSecond() {
    return minimumRetries / (minimumInterval.toNanos() / 1e9);
  }

  @Override
  public String toString() {
    return "%d%% over %s, at least %d per %s"
        .formatted(
            percent,
            DurationText.format(interval),
            minimumRetries,
            DurationText.format(minimumInterval));
  }
}
