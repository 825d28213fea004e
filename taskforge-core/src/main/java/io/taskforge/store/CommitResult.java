package io.taskforge.store;

/** What became of a settlement. */
public enum CommitResult {
  /** It is stored. */
  COMMITTED,
  /** It is stored, but the job does not run again: somebody had asked to cancel it. */
  CANCELLED,
  /** The job was no longer its worker's, or was settled before; nothing has changed. */
  LEASE_LOST
}
