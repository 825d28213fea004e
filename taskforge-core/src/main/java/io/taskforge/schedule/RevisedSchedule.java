package io.taskforge.schedule;

import java.time.Instant;

/**
 * A schedule and which version of its definition it has: of what people say of it, whatever it has
 * run or left out since. Immutable.
 *
 * @param version grows with each change that somebody makes
 * @param changedAt when that was
 */
public record RevisedSchedule(Schedule schedule, long version, Instant changedAt) {
  /** Returns the same version with other knowledge of its runs. */
  public RevisedSchedule with(Schedule sameDefinition) {
    return new RevisedSchedule(sameDefinition, version, changedAt);
  }
}
