package io.taskforge;

import io.taskforge.schedule.Schedule;
import java.time.Instant;

/**
 * A schedule as it stands in the store.
 *
 * @param version 1 when it was made, and one more with each change; each run is one, too
 * @param changedAt when this version was made
 */
public record StoredSchedule(Schedule schedule, long version, Instant changedAt) {}
