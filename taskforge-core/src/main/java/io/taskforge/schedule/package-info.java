/**
 * Schedules: cron expressions, one-off times, misfires and overlaps.
 *
 * <p>Everything here is an immutable value or a pure function: the time, and whether the previous
 * job is still active, are arguments.
 */
@NullMarked
package io.taskforge.schedule;

import org.jspecify.annotations.NullMarked;
