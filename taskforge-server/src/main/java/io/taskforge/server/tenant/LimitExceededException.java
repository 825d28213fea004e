package io.taskforge.server.tenant;

import java.time.Duration;

/** A tenant has reached one of its limits; nothing was stored. */
public final class LimitExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  LimitExceededException(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** When it may be worth while to try again. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
