/**
 * Retry policies: whether and when a failed attempt is retried. {@link io.taskforge.retry.Backoff}
 * has the backoff strategies, {@link io.taskforge.retry.Jitter} the types of jitter, and {@code
 * RetryDecider} the decision.
 *
 * <p>Everything here is an immutable value or a pure function: elapsed times and randomness are
 * arguments, so that decisions can be repeated and tested.
 */
@NullMarked
package io.taskforge.retry;

import org.jspecify.annotations.NullMarked;
