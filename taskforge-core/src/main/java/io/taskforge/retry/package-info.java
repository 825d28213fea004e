/**
 * Retry policies: what a failure is, whether it is retried, and when.
 *
 * <p>Everything here is an immutable value or a pure function. Nothing reads a clock, sleeps, logs
 * or keeps a random source: elapsed times and randomness are arguments, so that a decision can be
 * repeated, tested and explained.
 */
@NullMarked
package io.taskforge.retry;

import org.jspecify.annotations.NullMarked;
