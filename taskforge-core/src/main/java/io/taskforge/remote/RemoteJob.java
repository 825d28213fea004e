package io.taskforge.remote;

import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;

/**
 * A job that was handed out to a worker in another process.
 *
 * @param token by which the worker settles it
 * @param leaseUntil until when it is the worker's own, by the store's clock
 * @param timeout how long it may run: its own limit, its type's or the default. The worker keeps to
 *     it by itself; nobody stops one that goes on and extends its lease.
 */
public record RemoteJob(LeaseToken token, ClaimedJob job, Instant leaseUntil, Duration timeout) {}
