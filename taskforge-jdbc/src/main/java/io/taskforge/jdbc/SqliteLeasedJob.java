package io.taskforge.jdbc;

import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * One job of a claimed batch, with what is needed to give it back. Times are microseconds.
 *
 * @param seq the job's row
 * @param attempt the attempt that the lease is for
 * @param counters before that attempt
 * @param firstStartedAt when the first attempt since enqueue or redrive was claimed, or null if
 *     this is it
 */
record SqliteLeasedJob(
    long seq,
    QueueName queue,
    int attempt,
    Counters counters,
    long runAt,
    @Nullable Long firstStartedAt,
    @Nullable Long previousDelay) {}
