package io.taskforge.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the background tasks of a worker need to know before they read anything else. An idle worker
 * reads this at short intervals, with one statement, instead of looking for each kind of work.
 *
 * @param at the store's time
 * @param settings another text whenever settings of queues, named policies or policies of job types
 *     have changed
 * @param scheduleDue when the next schedule is due; null if there is none
 * @param redriveDue when the next redrive continues; null if there is none
 * @param leaseExpires when the next lease expires unless it is extended; null if there is none
 */
public record PendingWork(
    Instant at,
    String settings,
    @Nullable Instant scheduleDue,
    @Nullable Instant redriveDue,
    @Nullable Instant leaseExpires) {}
