package io.taskforge.store.lane;

import io.taskforge.job.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A position in a lane, after which a take starts. A deleted row leaves its index entry behind
 * until the next vacuum; a take that started at the beginning of its lane would read all of these.
 */
public record LanePosition(Instant runAt, JobId id) implements Comparable<LanePosition> {
  /** The beginning of a lane. */
  public static final LanePosition START = before(Instant.EPOCH);

  // Transactions can commit out of order: a job may appear before one that was taken already.
  private static final Duration LATE_COMMITS = Duration.ofMillis(200);

  /** The position before all jobs that are due at {@code runAt}. */
  static LanePosition before(Instant runAt) {
    return new LanePosition(runAt, new JobId(new UUID(0, 0)));
  }

  /** This position, moved back to leave time for transactions that have not committed yet. */
  LanePosition leavingTimeForCommits(Instant now) {
    LanePosition latest = before(now.minus(LATE_COMMITS));
    return compareTo(latest) > 0 ? latest : this;
  }

  @Override
  public int compareTo(LanePosition other) {
    int byTime = runAt.compareTo(other.runAt);
    return byTime != 0 ? byTime : id.compareTo(other.id);
  }
}
