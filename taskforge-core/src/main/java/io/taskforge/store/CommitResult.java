package io.taskforge.store;

/** The result of committing a settlement. */
public enum CommitResult {
  /** The settlement was stored. */
  COMMITTED,
  /** The settlement was stored, and the job ended because a cancellation had been requested. */
  CANCELLED,
  /** The fencing token is stale, or the job was already settled; nothing has changed. */
  LEASE_LOST
}
