package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Failed attempts with the same fingerprint.
 *
 * @param count the number of failed attempts
 * @param seen when they ended
 * @param queues the queues in which they ran, the first {@value #MAX_NAMED} by name
 * @param versions the versions of the workers that ran them, as far as they were known; the first
 *     {@value #MAX_NAMED} by name
 * @param sample the latest attempt
 * @param dead how many of them were the last attempt of a job that is now DEAD
 */
public record FailureGroup(
    FailureFingerprint fingerprint,
    long count,
    Seen seen,
    Set<QueueName> queues,
    Set<String> versions,
    Sample sample,
    long dead) {
  public static final int MAX_NAMED = 20;

  /** The length of {@link Seen#hours}. */
  public static final int HOURS = 24;

  public FailureGroup {
    queues = Set.copyOf(queues);
    versions = Set.copyOf(versions);
  }

  /** Returns this group with other times. */
  public FailureGroup withSeen(Seen other) {
    return new FailureGroup(fingerprint, count, other, queues, versions, sample, dead);
  }

  /** The error type of the latest attempt. */
  public String errorType() {
    return sample.errorType;
  }

  /** The failure kind of the latest attempt. */
  public FailureKind kind() {
    return sample.kind;
  }

  /**
   * When the attempts of a group ended.
   *
   * @param hours how many ended in each of the last {@value #HOURS} hours by the store's clock,
   *     oldest first; the last hour ends now
   */
  public record Seen(Instant first, Instant last, List<Long> hours) {
    public Seen {
      hours = List.copyOf(hours);
    }
  }

  /** The job of one attempt of a group, and how it failed. */
  public record Sample(JobId job, String errorType, FailureKind kind, String message) {}
}
