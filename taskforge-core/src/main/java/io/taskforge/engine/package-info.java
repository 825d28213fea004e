/**
 * The worker: fetches due jobs, runs their handlers, commits what came of it, and looks after
 * leases. Not exported: use {@code io.taskforge.TaskForge}.
 *
 * <p>Each duty is a {@code Turn}: a method that does one round of work and says when it wants the
 * next. In production a {@code Loop} calls it from a thread; tests and simulations call it by hand,
 * in one thread, on a clock that they drive.
 */
@NullMarked
package io.taskforge.engine;

import org.jspecify.annotations.NullMarked;
