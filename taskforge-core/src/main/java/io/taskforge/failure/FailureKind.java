package io.taskforge.failure;

/** Why trying again may or may not help. */
public enum FailureKind {
  /** May well succeed next time: a timeout, a lost connection, an unknown exception. */
  TRANSIENT,
  /**
   * Fails the same way each time: invalid data, missing permission. Not retried unless a policy
   * names it.
   */
  PERMANENT,
  /** The other side, or this process, has too much to do: retried, and counted apart. */
  OVERLOAD
}
