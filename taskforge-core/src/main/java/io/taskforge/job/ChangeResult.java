package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/**
 * What became of a change.
 *
 * @param status whether it was made
 * @param state the state that the change met if it was refused, or that it led to; null if there is
 *     no such job
 */
public record ChangeResult(Status status, @Nullable JobState state) {
  /** How a change went. */
  public enum Status {
    /** Made. */
    CHANGED,
    /** The job runs; its worker is asked to stop it. */
    REQUESTED,
    /** The job's state does not allow it; nothing has changed. */
    REFUSED,
    /** There is no such job. */
    NOT_FOUND
  }
}
