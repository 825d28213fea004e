package io.taskforge.stats;

import io.taskforge.job.QueueName;
import java.time.Duration;
import java.time.Instant;

/**
 * Statistics of the retries of one queue in a period: of attempts that followed a failure and ended
 * in the period. See {@link RetryTotals} for what is counted.
 *
 * @param avgRetryDelay the average delay chosen after failed attempts; zero without any
 * @param periodStart the start of the period, inclusive: a full hour
 * @param periodEnd the end of the period, exclusive: a full hour
 */
public record RetryMetrics(
    QueueName queue,
    RetryTotals retries,
    Duration avgRetryDelay,
    Instant periodStart,
    Instant periodEnd) {}
