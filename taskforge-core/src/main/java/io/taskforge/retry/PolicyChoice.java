package io.taskforge.retry;

/** The policy of a job or queue: inline, or by name. */
public sealed interface PolicyChoice {
  /** The policy itself. */
  record Inline(RetryPolicy policy) implements PolicyChoice {}

  /** A policy's name, resolved at each failure. */
  record Named(PolicyName name) implements PolicyChoice {}

  /** Returns an inline policy. */
  static PolicyChoice of(RetryPolicy policy) {
    return new Inline(policy);
  }

  /** Returns a policy by name. */
  static PolicyChoice named(String name) {
    return new Named(new PolicyName(name));
  }
}
