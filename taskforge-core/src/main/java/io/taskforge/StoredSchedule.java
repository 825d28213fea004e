package io.taskforge;

import io.taskforge.schedule.Schedule;
import java.time.Instant;

/**
 * A schedule as it stands in the store.
 *
 * @param version of its definition: 1 when it was made, and a higher one with each change that
 *     somebody makes; it runs, leaves out and is triggered without one
 * @param changedAt when this version was made
 */
public record StoredSchedule(Schedule schedule, long version, Instant changedAt) {}
