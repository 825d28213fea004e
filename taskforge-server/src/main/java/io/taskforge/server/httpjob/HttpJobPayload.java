package io.taskforge.server.httpjob;

import io.taskforge.job.Payload;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.outbound.TargetUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The checked payload of a job of type {@code http}.
 *
 * @param headers in the given order, with a Content-Type if there is a body
 * @param body the text to send, or null
 * @param timeout for the whole call
 */
public record HttpJobPayload(
    TargetUrl url,
    String method,
    Map<String, String> headers,
    @Nullable String body,
    Duration timeout) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  public static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

  public HttpJobPayload {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** Omits header values and the body, which may contain secrets. */
  @Override
  public String toString() {
    return "%s %s with %s".formatted(method, url.hostAndPort(), headers.keySet());
  }

  /**
   * Parses {@code {url, method?, headers?, body?, timeout?}}. Does not check the target, which the
   * call does.
   *
   * @throws InvalidHttpJobException naming every fault
   */
  public static HttpJobPayload read(JsonNode payload) {
    List<Fault> faults = new ArrayList<>();
    HttpJobPayload read = new HttpJobReader(null).read(JsonValue.root(payload, faults));
    if (read == null) {
      throw new InvalidHttpJobException(faults);
    }
    return read;
  }

  /** Returns the host and port that a checked payload calls. */
  public static String destination(Payload payload) {
    return read(Json.read(payload.json())).url().hostAndPort();
  }

  /** Adds the faults of a payload that is to be stored, such as a target that is blocked. */
  public static void check(JsonValue payload, SsrfPolicy policy) {
    HttpJobPayload ignored = new HttpJobReader(policy).read(payload);
  }

  /** Adds the faults of a call whose URL is at {@code urlKey}, in an object with more keys. */
  public static void checkCall(JsonValue call, String urlKey, SsrfPolicy policy) {
    HttpJobPayload ignored = new HttpJobReader(policy).read(call, urlKey);
  }
}
