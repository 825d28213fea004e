package io.taskforge.job;

import io.taskforge.value.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long finished jobs and their attempts are kept, by final state, and how long audit entries
 * and statistics are kept. Immutable. Start with {@link #DEFAULT}; the methods with a parameter
 * return a copy with another time.
 */
public final class Retention extends Value<Retention> {
  /**
   * A week for succeeded and cancelled jobs, a month for the others, a year for audit entries, 400
   * days for statistics.
   */
  public static final Retention DEFAULT = new Retention();

  private Duration succeeded = Duration.ofDays(7);
  private Duration failed = Duration.ofDays(30);
  private Duration dead = Duration.ofDays(30);
  private Duration cancelled = Duration.ofDays(7);
  private Duration audit = Duration.ofDays(365);
  private Duration statistics = Duration.ofDays(400);

  private Retention() {}

  @Override
  protected void check() {
    for (Duration kept : List.of(succeeded, failed, dead, cancelled, audit, statistics)) {
      if (kept.isNegative()) {
        throw new IllegalArgumentException("retention must not be negative but was " + kept);
      }
    }
  }

  /** Returns this retention with the same time for jobs in every final state. */
  public Retention jobs(Duration kept) {
    return succeeded(kept).failed(kept).dead(kept).cancelled(kept);
  }

  /** Returns this retention with another time for succeeded jobs. */
  public Retention succeeded(Duration kept) {
    return with(retention -> retention.succeeded = kept);
  }

  /** Returns this retention with another time for failed jobs. */
  public Retention failed(Duration kept) {
    return with(retention -> retention.failed = kept);
  }

  /** Returns this retention with another time for dead letters. */
  public Retention dead(Duration kept) {
    return with(retention -> retention.dead = kept);
  }

  /** Returns this retention with another time for cancelled jobs. */
  public Retention cancelled(Duration kept) {
    return with(retention -> retention.cancelled = kept);
  }

  /** Returns this retention with another time for audit entries. */
  public Retention audit(Duration kept) {
    return with(retention -> retention.audit = kept);
  }

  /** Returns this retention with another time for statistics. */
  public Retention statistics(Duration kept) {
    return with(retention -> retention.statistics = kept);
  }

  /** How long audit entries are kept. */
  public Duration audit() {
    return audit;
  }

  /** How long hourly statistics are kept. */
  public Duration statistics() {
    return statistics;
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
    return Collections.max(List.of(succeeded, failed, dead, cancelled));
  }

  @Override
  protected List<@Nullable Object> fields() {
    return List.of(succeeded, failed, dead, cancelled, audit, statistics);
  }
}
