package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import java.time.Instant;
import java.util.Set;

/**
 * Failed attempts with the same fingerprint.
 *
 * @param errorType of the latest, like kind, sampleJob and sampleMessage
 * @param count how many attempts failed so
 * @param firstSeen when the first of them ended
 * @param lastSeen when the latest of them ended
 * @param queues where they ran, the first {@value #MAX_QUEUES} by name
 * @param dead how many of them were the end of a job that is DEAD now
 */
public record FailureGroup(
    FailureFingerprint fingerprint,
    String errorType,
    FailureKind kind,
    long count,
    Instant firstSeen,
    Instant lastSeen,
    Set<QueueName> queues,
    JobId sampleJob,
    String sampleMessage,
    long dead) {
  public static final int MAX_QUEUES = 20;

  public FailureGroup {
    queues = Set.copyOf(queues);
  }
}
