package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response.
 *
 * @param retryAfterHeader the header Retry-After, or null
 * @param locationHeader the header Location, or null; redirects are not followed
 * @param excerpt the first KiB of the body as printable text; a compressed body is only described
 * @param bytes how many bytes of the body were read
 * @param truncated whether the body was longer
 * @param duration the time from the call to the last byte read
 */
public record CallResponse(
    int status,
    @Nullable String retryAfterHeader,
    @Nullable String locationHeader,
    String excerpt,
    int bytes,
    boolean truncated,
    Duration duration) {
  /** Whether the status is 2xx. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** Whether the status is 3xx. */
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
