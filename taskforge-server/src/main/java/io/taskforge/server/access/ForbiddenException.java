package io.taskforge.server.access;

/** The caller is authenticated but not authorized; the message says what is required. */
public final class ForbiddenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ForbiddenException(String message) {
    super(message);
  }
}
