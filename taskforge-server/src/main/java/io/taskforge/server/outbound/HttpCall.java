package io.taskforge.server.outbound;

import io.taskforge.job.TenantId;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request to be made.
 *
 * @param tenant on whose behalf; what it may take of what all share is bounded
 * @param headers sent as they are, in their order; the caller vouches for their form
 * @param body sent as UTF-8; null for none
 * @param timeout for everything from the look-up of the name to the last byte of the answer
 */
public record HttpCall(
    TenantId tenant,
    TargetUrl url,
    String method,
    Map<String, String> headers,
    @Nullable String body,
    Duration timeout) {
  /** Never shows a header's value, nor the body. */
  @Override
  public String toString() {
    return "%s %s with %s".formatted(method, url.hostAndPort(), headers.keySet());
  }
}
