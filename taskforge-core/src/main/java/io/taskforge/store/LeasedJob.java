package io.taskforge.store;

import io.taskforge.job.WorkerId;
import java.time.Instant;

/**
 * A leased job.
 *
 * @param job the job as it was claimed; {@code cancelRequested} is current, {@code lostBy} is null,
 *     and its payload is not read and is null
 * @param worker the worker that holds the lease
 * @param now the store's time when this was read
 */
public record LeasedJob(ClaimedJob job, WorkerId worker, Instant now) {}
