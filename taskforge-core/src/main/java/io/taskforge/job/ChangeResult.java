package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link JobChange}.
 *
 * @param status whether it was made
 * @param state the state after the change, or the unchanged state if it was refused; null if there
 *     is no such job
 */
public record ChangeResult(Status status, @Nullable JobState state) {
  /** Whether a change was made. */
  public enum Status {
    /** The change was made. */
    CHANGED,
    /** The job is running; its worker will be asked to cancel it. */
    REQUESTED,
    /** The job's state does not allow it; nothing has changed. */
    REFUSED,
    /** There is no such job. */
    NOT_FOUND
  }
}
