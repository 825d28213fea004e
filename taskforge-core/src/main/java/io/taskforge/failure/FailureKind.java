package io.taskforge.failure;

/** Whether a retry may succeed. */
public enum FailureKind {
  /** May succeed when retried: a timeout, a lost connection, an unknown exception. */
  TRANSIENT,
  /**
   * Fails again the same way: invalid data, missing permission. Not retried unless the policy lists
   * it.
   */
  PERMANENT,
  /** The called service or this process is overloaded. Retried. */
  OVERLOAD
}
