package io.taskforge.remote;

import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;

/**
 * A job claimed by a remote worker.
 *
 * @param token with which the worker reports the result
 * @param leaseUntil when the lease expires, by the store's clock
 * @param timeout the timeout of the job, its type or the default. The worker must enforce it: the
 *     server does not stop a worker that keeps extending its lease.
 */
public record RemoteJob(LeaseToken token, ClaimedJob job, Instant leaseUntil, Duration timeout) {}
