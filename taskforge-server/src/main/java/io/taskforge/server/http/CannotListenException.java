package io.taskforge.server.http;

import org.jspecify.annotations.Nullable;

/** The address is not this machine's, or its port is taken or not for everybody. */
public final class CannotListenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean foreign;

  CannotListenException(String message, boolean foreign, @Nullable Throwable cause) {
    super(message, cause);
    this.foreign = foreign;
  }

  /** Whether it was the address that is wrong, and not its port that is taken. */
  public boolean isForeign() {
    return foreign;
  }
}
