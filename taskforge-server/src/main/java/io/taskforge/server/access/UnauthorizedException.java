package io.taskforge.server.access;

/** The caller must authenticate, by default with an API key. */
public final class UnauthorizedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnauthorizedException(String message) {
    super(message);
  }
}
