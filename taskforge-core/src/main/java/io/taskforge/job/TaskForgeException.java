package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/** The root of what TaskForge throws for reasons that are not the caller's mistake. */
public class TaskForgeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected TaskForgeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
