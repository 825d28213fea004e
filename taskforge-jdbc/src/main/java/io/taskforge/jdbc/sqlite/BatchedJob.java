package io.taskforge.jdbc.sqlite;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * One job of a claimed batch, with what is needed to give it back. Times are microseconds.
 *
 * @param seq the job's row
 * @param number where the attempt that the lease is for stands in the job's history
 * @param counters before that attempt
 * @param firstStartedAt when the first attempt since enqueue or redrive was claimed, or null if
 *     this is it
 */
record BatchedJob(
    long seq,
    QueueName queue,
    AttemptNumber number,
    Counters counters,
    long runAt,
    @Nullable Long firstStartedAt,
    @Nullable Long previousDelay) {}
