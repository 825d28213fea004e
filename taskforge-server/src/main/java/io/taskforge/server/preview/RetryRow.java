package io.taskforge.server.preview;

import io.taskforge.retry.DelayRange;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One retry of a policy: its delay, and the time waited up to its start.
 *
 * @param retry its number; 1 follows the first attempt
 * @param delay the delay before it
 * @param waited the sum of the delays up to and including its own; null if not computed
 * @param note whether the policy ever runs it
 */
public record RetryRow(int retry, DelayRange delay, @Nullable Waited waited, Note note) {
  /**
   * The sum of delays.
   *
   * @param min if every delay is the shortest
   * @param max if every delay is the longest
   * @param expected the mean; null if it depends on the delays chosen before
   */
  public record Waited(Duration min, Duration max, @Nullable Duration expected) {}

  /** Whether the policy ever runs the retry. */
  public enum Note {
    NONE,
    /** Its number exceeds maxRetries. */
    BEYOND_MAX_RETRIES,
    /** Even the shortest delays before it add up to more than maxElapsed. */
    BEYOND_MAX_ELAPSED
  }
}
