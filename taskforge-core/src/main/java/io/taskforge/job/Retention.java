package io.taskforge.job;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How long finished jobs and their attempts are kept, by final state, and how long audit entries
 * and statistics are kept. Immutable. Start with {@link #DEFAULT}.
 */
public final class Retention {
  /**
   * A week for succeeded and cancelled jobs, a month for the others, a year for audit entries, 400
   * days for statistics.
   */
  public static final Retention DEFAULT = new Retention(Map.of());

  private enum Kind {
    SUCCEEDED(7),
    FAILED(30),
    DEAD(30),
    CANCELLED(7),
    AUDIT(365),
    STATISTICS(400);

    final int defaultDays;

    Kind(int defaultDays) {
      this.defaultDays = defaultDays;
    }
  }

  private final Map<Kind, Duration> times = new EnumMap<>(Kind.class);

  private Retention(Map<Kind, Duration> given) {
    for (Kind kind : Kind.values()) {
      times.put(kind, given.getOrDefault(kind, Duration.ofDays(kind.defaultDays)));
    }
  }

  /** Returns this retention with the same time for jobs in every final state. */
  public Retention jobs(Duration kept) {
    return succeeded(kept).failed(kept).dead(kept).cancelled(kept);
  }

  /** Returns this retention with another time for succeeded jobs. */
  public Retention succeeded(Duration kept) {
    return with(Kind.SUCCEEDED, kept);
  }

  /** Returns this retention with another time for failed jobs. */
  public Retention failed(Duration kept) {
    return with(Kind.FAILED, kept);
  }

  /** Returns this retention with another time for dead letters. */
  public Retention dead(Duration kept) {
    return with(Kind.DEAD, kept);
  }

  /** Returns this retention with another time for cancelled jobs. */
  public Retention cancelled(Duration kept) {
    return with(Kind.CANCELLED, kept);
  }

  /** Returns this retention with another time for audit entries. */
  public Retention audit(Duration kept) {
    return with(Kind.AUDIT, kept);
  }

  /** Returns this retention with another time for hourly statistics. */
  public Retention statistics(Duration kept) {
    return with(Kind.STATISTICS, kept);
  }

  private Retention with(Kind kind, Duration kept) {
    if (kept.isNegative()) {
      throw new IllegalArgumentException("retention must not be negative but was " + kept);
    }
    Map<Kind, Duration> changed = new EnumMap<>(times);
    changed.put(kind, kept);
    return new Retention(changed);
  }

  public Duration succeeded() {
    return time(Kind.SUCCEEDED);
  }

  public Duration failed() {
    return time(Kind.FAILED);
  }

  /** How long dead letters are kept. */
  public Duration dead() {
    return time(Kind.DEAD);
  }

  public Duration cancelled() {
    return time(Kind.CANCELLED);
  }

  /** How long audit entries are kept. */
  public Duration audit() {
    return time(Kind.AUDIT);
  }

  /** How long hourly statistics are kept. */
  public Duration statistics() {
    return time(Kind.STATISTICS);
  }

  private Duration time(Kind kind) {
    return Objects.requireNonNull(times.get(kind));
  }

  /** How long jobs in a final state are kept. */
  public Duration of(JobState state) {
    return switch (state) {
      case SUCCEEDED -> succeeded();
      case FAILED -> failed();
      case DEAD -> dead();
      case CANCELLED -> cancelled();
      case QUEUED, RUNNING, RETRYING ->
          throw new IllegalArgumentException(state + " jobs are kept until they are finished");
    };
  }

  /** The longest retention of jobs: attempts that are older can be deleted. */
  public Duration longest() {
    return Collections.max(List.of(succeeded(), failed(), dead(), cancelled()));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Retention that && times.equals(that.times);
  }

  @Override
  public int hashCode() {
    return times.hashCode();
  }

  @Override
  public String toString() {
    return "Retention" + times;
  }
}
