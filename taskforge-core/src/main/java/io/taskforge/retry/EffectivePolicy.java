package io.taskforge.retry;

/** The policy that applies to a job, and where it is set. */
public record EffectivePolicy(RetryPolicy policy, Origin origin) {
  /** Where a policy can be set, nearest to the job first. */
  public enum Origin {
    /** The job itself, in full or as overrides of another policy. */
    JOB,
    /** The job's type. */
    JOB_TYPE,
    /** The queue. */
    QUEUE,
    /** The server's default, or {@link RetryPolicies#DEFAULT}. */
    SERVER_DEFAULT
  }
}
