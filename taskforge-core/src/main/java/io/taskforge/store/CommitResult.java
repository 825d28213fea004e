package io.taskforge.store;

/** What became of a settlement. */
public enum CommitResult {
  /** It is stored. */
  COMMITTED,
  /** The job was no longer its worker's, or was settled before; nothing has changed. */
  LEASE_LOST
}
