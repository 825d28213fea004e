package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;

/**
 * The interval from which jitter picks a delay.
 *
 * @param base the capped delay before jitter
 * @param min the shortest delay; exclusive for full jitter, inclusive for the others
 * @param max the longest delay, at most the policy's cap
 */
public record DelayRange(Duration base, Duration min, Duration max) {
  @Override
  public String toString() {
    return min.equals(max)
        ? DurationText.forPeople(min)
        : DurationText.forPeople(min) + " to " + DurationText.forPeople(max);
  }
}
