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
 * @param errorType the type of the latest attempt; kind, sampleJob and sampleMessage are its too
 * @param count the number of failed attempts
 * @param firstSeen when the first attempt ended
 * @param lastSeen when the latest attempt ended
 * @param queues the queues in which they ran, the first {@value #MAX_QUEUES} by name
 * @param dead how many of them were the last attempt of a job that is now DEAD
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
