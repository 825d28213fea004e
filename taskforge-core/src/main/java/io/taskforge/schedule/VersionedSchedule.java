package io.taskforge.schedule;

import java.time.Instant;

/**
 * A schedule with the version of its definition, for optimistic locking. Runs and skips do not
 * change the version.
 *
 * @param version increases with each change by a user
 * @param changedAt when this version was made
 */
public record VersionedSchedule(Schedule schedule, long version, Instant changedAt) {
  /** Returns this version with other progress. */
  public VersionedSchedule with(Schedule sameDefinition) {
    return new VersionedSchedule(sameDefinition, version, changedAt);
  }
}
