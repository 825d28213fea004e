package io.taskforge.server.http;

import org.jspecify.annotations.Nullable;

/** Thrown if the server cannot bind its address or port. */
public final class CannotListenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean wrongAddress;

  CannotListenException(String message, boolean wrongAddress, @Nullable Throwable cause) {
    super(message, cause);
    this.wrongAddress = wrongAddress;
  }

  /** Whether the address is not one of this machine; otherwise the port is not available. */
  public boolean isWrongAddress() {
    return wrongAddress;
  }
}
