package io.taskforge;

import io.taskforge.schedule.Schedule;
import java.time.Instant;

/**
 * A stored schedule.
 *
 * @param version the version of its definition: 1 at first, higher with each change; runs, skipped
 *     occurrences and triggers do not change it
 * @param changedAt when this version was stored
 */
public record StoredSchedule(Schedule schedule, long version, Instant changedAt) {}
