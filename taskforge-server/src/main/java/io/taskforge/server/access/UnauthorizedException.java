package io.taskforge.server.access;

/** A key is needed, and none was sent, or one that is not valid. */
public final class UnauthorizedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnauthorizedException(String message) {
    super(message);
  }
}
