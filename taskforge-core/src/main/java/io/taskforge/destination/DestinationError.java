package io.taskforge.destination;

import io.taskforge.text.BoundedText;
import java.time.Instant;

/**
 * One of the last failures of calls to a destination.
 *
 * @param type the error type, for instance {@code http_503}
 * @param message at most 200 bytes
 */
public record DestinationError(Instant at, String type, String message) {
  /** The number of errors that a destination remembers. */
  static final int MAX = 5;

  private static final int MAX_MESSAGE_BYTES = 200;

  public DestinationError {
    message = BoundedText.of(message, MAX_MESSAGE_BYTES);
  }
}
