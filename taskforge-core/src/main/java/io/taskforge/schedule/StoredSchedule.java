package io.taskforge.schedule;

import java.time.Instant;

/**
 * A stored schedule.
 *
 * @param version the version of its definition, for optimistic locking: 1 at first, higher with
 *     each change; runs, skipped occurrences and triggers do not change it
 * @param changedAt when this version was stored
 */
public record StoredSchedule(Schedule schedule, long version, Instant changedAt) {
  /** Returns this version with other progress. */
  public StoredSchedule with(Schedule sameDefinition) {
    return new StoredSchedule(sameDefinition, version, changedAt);
  }
}
