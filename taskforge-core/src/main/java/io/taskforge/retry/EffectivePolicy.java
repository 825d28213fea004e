package io.taskforge.retry;

import org.jspecify.annotations.Nullable;

/**
 * The policy that applies to a job, and where it is set.
 *
 * @param policy the policy that applies
 * @param origin where it is set
 */
public record EffectivePolicy(RetryPolicy policy, Origin origin) {
  /** Where a policy can be set, nearest to the job first. */
  public enum Origin {
    /** The job itself. */
    JOB,
    /** The job's type. */
    JOB_TYPE,
    /** The queue. */
    QUEUE,
    /** The server's default, or {@link RetryPolicies#DEFAULT}. */
    SERVER_DEFAULT
  }

  /**
   * Returns the nearest policy that is set: the job's, its type's, its queue's, or the server's.
   */
  public static EffectivePolicy nearest(
      @Nullable RetryPolicy ofJob,
      @Nullable RetryPolicy ofJobType,
      @Nullable RetryPolicy ofQueue,
      RetryPolicy serverDefault) {
    if (ofJob != null) {
      return new EffectivePolicy(ofJob, Origin.JOB);
    }
    if (ofJobType != null) {
      return new EffectivePolicy(ofJobType, Origin.JOB_TYPE);
    }
    if (ofQueue != null) {
      return new EffectivePolicy(ofQueue, Origin.QUEUE);
    }
    return new EffectivePolicy(serverDefault, Origin.SERVER_DEFAULT);
  }
}
