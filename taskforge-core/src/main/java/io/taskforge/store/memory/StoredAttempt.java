package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * An attempt and what statistics need besides.
 *
 * @param queue where it ran, or would have run
 * @param fingerprint of what went wrong, or null if nothing did
 */
record StoredAttempt(Attempt attempt, QueueName queue, @Nullable FailureFingerprint fingerprint) {}
