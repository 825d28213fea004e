package io.taskforge.store;

import io.taskforge.job.WorkerId;
import java.time.Instant;

/**
 * A leased job.
 *
 * @param job the job as it was claimed; {@code cancelRequested} is current, and {@code lostBy} is
 *     null
 * @param worker the worker that holds the lease
 * @param expiresAt when the lease expires, or expired if no worker has rescued the job yet
 */
public record LeasedJob(ClaimedJob job, WorkerId worker, Instant expiresAt) {}
