package io.taskforge.server.httpjob;

import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a job of type {@code http} calls, checked.
 *
 * @param headers as given, in their order, with a Content-Type where there is a body
 * @param body the text to send, or null
 * @param timeout for the whole call
 */
public record HttpJobPayload(
    TargetUrl url,
    String method,
    Map<String, String> headers,
    @Nullable String body,
    Duration timeout) {
  /** How long a call may take that says nothing about it. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** The longest that a call may take. */
  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

  public HttpJobPayload {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Never shows a header's value, nor the body. */
  @Override
  public String toString() {
    return "%s %s with %s".formatted(method, url.hostAndPort(), headers.keySet());
  }

  /**
   * Reads {@code {url, method?, headers?, body?, timeout?}}, without regard to where it goes: the
   * call itself looks at that.
   *
   * @throws InvalidHttpJobException naming every fault
   */
  public static HttpJobPayload read(JsonNode payload) {
    return new HttpJobReader(null).read(payload);
  }

  /**
   * Reads a payload that is about to be saved, and refuses a target that may not be called.
   *
   * @throws InvalidHttpJobException naming every fault
   */
  public static HttpJobPayload accept(JsonNode payload, SsrfPolicy policy) {
    return new HttpJobReader(policy).read(payload);
  }
}
