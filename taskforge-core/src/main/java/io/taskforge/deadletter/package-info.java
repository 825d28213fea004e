/**
 * Bulk redrives: move many jobs out of dead letter queues, with a rate limit and a canary that
 * halts if too many fail again.
 *
 * <p>A {@link io.taskforge.deadletter.Redrive} is an immutable value kept in the store. Any worker
 * carries it out and continues where a crashed worker stopped.
 */
@NullMarked
package io.taskforge.deadletter;

import org.jspecify.annotations.NullMarked;
