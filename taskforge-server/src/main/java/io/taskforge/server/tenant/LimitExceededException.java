package io.taskforge.server.tenant;

import java.time.Duration;

/** A rate limit or quota was exceeded; nothing was stored. */
public final class LimitExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  LimitExceededException(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** How long to wait before trying again. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
