package io.taskforge.server.access;

/** The caller is known, and may not do this. The message says what would be needed. */
public final class ForbiddenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ForbiddenException(String message) {
    super(message);
  }
}
