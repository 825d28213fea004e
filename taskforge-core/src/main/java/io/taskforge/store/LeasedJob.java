package io.taskforge.store;

import io.taskforge.job.WorkerId;
import java.time.Instant;

/**
 * A job that is held on a lease.
 *
 * @param job as it was claimed; {@code cancelRequested} says what holds now, and {@code lostBy} is
 *     not known any more
 * @param worker who holds it
 * @param expiresAt when the lease runs out, or ran out without anybody having taken it over yet
 */
public record LeasedJob(ClaimedJob job, WorkerId worker, Instant expiresAt) {}
