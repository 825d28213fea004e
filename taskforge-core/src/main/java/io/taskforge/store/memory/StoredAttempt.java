package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with data for statistics.
 *
 * @param queue the queue in which it ran, or would have run
 * @param fingerprint the failure's fingerprint, or null
 * @param version the version of the worker that failed, or null
 */
record StoredAttempt(
    Attempt attempt,
    QueueName queue,
    @Nullable FailureFingerprint fingerprint,
    @Nullable String version) {}
