package io.taskforge.retry;

import java.time.Instant;

/**
 * A policy as it is kept under a name or for a queue, with its times.
 *
 * @param policy the policy as it stands
 * @param createdAt when the first revision was made
 * @param changedAt when this one was made
 */
public record PolicyRevision(RetryPolicy policy, Instant createdAt, Instant changedAt) {
  public PolicyRevision {
    if (changedAt.isBefore(createdAt)) {
      throw new IllegalArgumentException(
          "changedAt must not be before createdAt %s but was %s".formatted(createdAt, changedAt));
    }
  }

  /** Returns the first revision. */
  public static PolicyRevision first(RetryPolicy policy, Instant at) {
    return new PolicyRevision(policy, at, at);
  }

  /** Returns the revision that follows, or this one if {@code next} is the same policy. */
  public PolicyRevision changedTo(RetryPolicy next, Instant at) {
    return next.equals(policy) ? this : new PolicyRevision(next, createdAt, at);
  }
}
