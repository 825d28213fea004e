/**
 * The worker: claims due jobs, runs their handlers, commits the results and extends leases. Not
 * exported: use {@code io.taskforge.TaskForge}.
 *
 * <p>Each duty is a {@code Turn}: a method that does one round of work and returns the delay until
 * the next. In production a {@code Loop} calls it from a thread; tests and simulations call it by
 * hand, in one thread, on a clock that they drive.
 */
@NullMarked
package io.taskforge.engine;

import org.jspecify.annotations.NullMarked;
