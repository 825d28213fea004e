package io.taskforge.retry;

import io.taskforge.text.DurationText;
import java.time.Duration;

/**
 * The interval that a delay is picked from.
 *
 * @param base the delay before jitter, capped
 * @param min the shortest delay; full jitter picks above it, the others from it on
 * @param max the longest delay, never above the policy's cap
 */
public record DelayRange(Duration base, Duration min, Duration max) {
  @Override
  public String toString() {
    return min.equals(max)
        ? DurationText.forPeople(min)
        : DurationText.forPeople(min) + " to " + DurationText.forPeople(max);
  }
}
