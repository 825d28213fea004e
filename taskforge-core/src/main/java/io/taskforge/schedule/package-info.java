/**
 * Schedules: when a job is to run, again and again or once, and what becomes of occurrences that
 * were missed or that overlap.
 *
 * <p>Everything here is an immutable value or a pure function. Nothing reads a clock or a store:
 * the time, and whether the previous job still runs, are arguments.
 */
@NullMarked
package io.taskforge.schedule;

import org.jspecify.annotations.NullMarked;
