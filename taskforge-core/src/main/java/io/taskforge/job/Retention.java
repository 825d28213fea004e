package io.taskforge.job;

import java.time.Duration;

/**
 * How long finished jobs and their attempts are kept, by final state, and how long audit entries
 * are kept.
 *
 * @param dead how long dead letters are kept
 * @param audit how long audit entries are kept
 */
public record Retention(
    Duration succeeded, Duration failed, Duration dead, Duration cancelled, Duration audit) {
  /** The default retention of audit entries. */
  public static final Duration DEFAULT_AUDIT = Duration.ofDays(365);

  /** A week for succeeded jobs, a month for the others. */
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

  /** The longest retention of jobs: attempts that are older can be deleted. */
  public Duration longest() {
    Duration longest = succeeded;
    for (Duration kept : new Duration[] {failed, dead, cancelled}) {
      longest = kept.compareTo(longest) > 0 ? kept : longest;
    }
    return longest;
  }
}
