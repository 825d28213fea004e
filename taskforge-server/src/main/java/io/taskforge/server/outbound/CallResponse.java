package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came back, as far as it is of interest.
 *
 * @param retryAfterHeader the header Retry-After, or null
 * @param locationHeader the header Location, or null; nobody goes there
 * @param excerpt the first KiB of the body as printable text; what is compressed is only described
 * @param bytes how much of the body was read
 * @param truncated whether there was more than was read
 * @param duration from the call to the last byte that was read
 */
public record CallResponse(
    int status,
    @Nullable String retryAfterHeader,
    @Nullable String locationHeader,
    String excerpt,
    int bytes,
    boolean truncated,
    Duration duration) {
  /** Whether the other side says that it did what it was asked for. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** Whether it sends the caller elsewhere. */
  public boolean isRedirect() {
    return status >= 300 && status < 400;
  }

  /** The header Retry-After. */
  public Optional<String> retryAfter() {
    return Optional.ofNullable(retryAfterHeader);
  }

  /** The header Location. */
  public Optional<String> location() {
    return Optional.ofNullable(locationHeader);
  }
}
