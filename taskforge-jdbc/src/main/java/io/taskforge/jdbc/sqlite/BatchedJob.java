package io.taskforge.jdbc.sqlite;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * One job of a claimed batch, with the data needed to return it to the queue. Times are in
 * microseconds.
 *
 * @param seq the job's row
 * @param number the number of the leased attempt in the job's history
 * @param counters the counters before that attempt
 * @param firstStartedAt when the first attempt since enqueue or redrive was claimed, or null if
 *     this is the first
 */
record BatchedJob(
    long seq,
    QueueName queue,
    AttemptNumber number,
    Counters counters,
    long runAt,
    @Nullable Long firstStartedAt,
    @Nullable Long previousDelay) {}
