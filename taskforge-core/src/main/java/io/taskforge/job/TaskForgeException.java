package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/** The base class of exceptions that are not caused by an error of the caller. */
public class TaskForgeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a cause, or null without one. */
  protected TaskForgeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
