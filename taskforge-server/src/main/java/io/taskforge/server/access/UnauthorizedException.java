package io.taskforge.server.access;

/** A valid API key is required and was not sent. */
public final class UnauthorizedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnauthorizedException(String message) {
    super(message);
  }
}
