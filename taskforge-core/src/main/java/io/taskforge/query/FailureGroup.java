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
 * @param errorType the error type of the latest attempt
 * @param kind the failure kind of the latest attempt
 * @param count the number of failed attempts
 * @param seen when they ended
 * @param queues the queues in which they ran, the first {@value #MAX_QUEUES} by name
 * @param sample the latest attempt
 * @param dead how many of them were the last attempt of a job that is now DEAD
 */
public record FailureGroup(
    FailureFingerprint fingerprint,
    String errorType,
    FailureKind kind,
    long count,
    Seen seen,
    Set<QueueName> queues,
    Sample sample,
    long dead) {
  public static final int MAX_QUEUES = 20;

  public FailureGroup {
    queues = Set.copyOf(queues);
  }

  /** When the first and the latest attempt of a group ended. */
  public record Seen(Instant first, Instant last) {}

  /** The job and the error message of one attempt of a group. */
  public record Sample(JobId job, String message) {}
}
