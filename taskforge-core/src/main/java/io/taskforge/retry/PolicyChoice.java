package io.taskforge.retry;

import org.jspecify.annotations.Nullable;

/** The policy of a job, type or queue: inline or by name; for a job also with overrides. */
public sealed interface PolicyChoice {
  /** The policy itself. */
  record Inline(RetryPolicy policy) implements PolicyChoice {}

  /** A policy's name, resolved at each failure. */
  record Named(PolicyName name) implements PolicyChoice {}

  /**
   * A policy with overrides, merged at each failure; for jobs and schedules only.
   *
   * @param base the policy, or null for that of the job's type or queue, or the default
   */
  record Overriding(RetryOverrides overrides, @Nullable PolicyChoice base) implements PolicyChoice {
    public Overriding {
      if (base != null) {
        requireWhole(base);
      }
    }
  }

  /** Returns the choice of this policy. */
  static PolicyChoice of(RetryPolicy policy) {
    return new Inline(policy);
  }

  /** Returns the choice of the policy with this name. */
  static PolicyChoice named(String name) {
    return new Named(new PolicyName(name));
  }

  /**
   * Returns a choice that has no overrides.
   *
   * @throws IllegalArgumentException if it has
   */
  static PolicyChoice requireWhole(PolicyChoice choice) {
    if (choice instanceof Overriding) {
      throw new IllegalArgumentException(
          "must be a retry policy or the name of one; only jobs and schedules have overrides");
    }
    return choice;
  }
}
