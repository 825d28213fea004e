package io.taskforge.store;

import io.taskforge.job.JobState;
import java.time.Duration;

/**
 * How long finished jobs and their attempts are kept, by final state.
 *
 * @param dead how long dead letters wait for somebody
 */
public record Retention(Duration succeeded, Duration failed, Duration dead, Duration cancelled) {
  /** A week of successes, a month of what went wrong. */
  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(7), Duration.ofDays(30), Duration.ofDays(30), Duration.ofDays(7));

  public Retention {
    for (Duration kept : new Duration[] {succeeded, failed, dead, cancelled}) {
      if (kept.isNegative()) {
        throw new IllegalArgumentException("retention must not be negative but was " + kept);
      }
    }
  }

  /** How long jobs in a final state are kept. */
  public Duration of(JobState state) {
    return switch (state) {
      case SUCCEEDED -> succeeded;
      case FAILED -> failed;
      case DEAD -> dead;
      case CANCELLED -> cancelled;
      case QUEUED, RUNNING, RETRYING ->
          throw new IllegalArgumentException(state + " jobs are kept until they are finished");
    };
  }

  /** The longest of all: no attempt is needed after it. */
  public Duration longest() {
    Duration longest = succeeded;
    for (Duration kept : new Duration[] {failed, dead, cancelled}) {
      longest = kept.compareTo(longest) > 0 ? kept : longest;
    }
    return longest;
  }
}
