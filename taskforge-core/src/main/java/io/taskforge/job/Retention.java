package io.taskforge.job;

import java.time.Duration;

/**
 * How long finished jobs and their attempts are kept, by final state, and what was done to them.
 *
 * @param dead how long dead letters wait for somebody
 * @param audit how long it is known who did what
 */
public record Retention(
    Duration succeeded, Duration failed, Duration dead, Duration cancelled, Duration audit) {
  /** How long audit entries are kept where nothing is said about it. */
  public static final Duration DEFAULT_AUDIT = Duration.ofDays(365);

  /** A week of successes, a month of what went wrong. */
  public static final Retention DEFAULT =
      new Retention(
          Duration.ofDays(7), Duration.ofDays(30), Duration.ofDays(30), Duration.ofDays(7));

  /** Keeps audit entries for {@link #DEFAULT_AUDIT}. */
  public Retention(Duration succeeded, Duration failed, Duration dead, Duration cancelled) {
    this(succeeded, failed, dead, cancelled, DEFAULT_AUDIT);
  }

  public Retention {
    for (Duration kept : new Duration[] {succeeded, failed, dead, cancelled, audit}) {
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

  /** The longest of all for jobs: no attempt is needed after it. */
  public Duration longest() {
    Duration longest = succeeded;
    for (Duration kept : new Duration[] {failed, dead, cancelled}) {
      longest = kept.compareTo(longest) > 0 ? kept : longest;
    }
    return longest;
  }
}
