package io.taskforge.retry;

/** How a job or a queue says which policy it wants: by writing it out, or by its name. */
public sealed interface PolicyChoice {
  /** This very policy. */
  record Inline(RetryPolicy policy) implements PolicyChoice {}

  /** Whatever stands under a name at the time of a failure. */
  record Named(PolicyName name) implements PolicyChoice {}

  /** Returns the choice of this very policy. */
  static PolicyChoice of(RetryPolicy policy) {
    return new Inline(policy);
  }

  /** Returns the choice of what stands under a name. */
  static PolicyChoice named(String name) {
    return new Named(new PolicyName(name));
  }
}
