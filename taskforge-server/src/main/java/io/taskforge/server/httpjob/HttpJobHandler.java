package io.taskforge.server.httpjob;

import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.TraceContext;
import io.taskforge.server.outbound.CallResponse;
import io.taskforge.server.outbound.HttpCall;
import io.taskforge.server.outbound.HttpCaller;
import io.taskforge.server.outbound.OverloadBackoff;
import io.taskforge.text.DurationText;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Runs jobs of type {@code http}: a 2xx response is success, every other status is a failure, and
 * so is a call without a response.
 */
public final class HttpJobHandler implements JobHandler<JsonNode> {
  public static final JobTypeName TYPE = new JobTypeName("http");

  private final HttpCaller caller;
  private final InstantSource clock;
  private final String userAgent;
  private final EncryptedHeaders secrets;
  private final OverloadBackoff later;

  /**
   * Creates a handler.
   *
   * @param clock for dates in Retry-After
   * @param version TaskForge's version, for the User-Agent header
   * @param secrets decrypts stored headers
   * @param later snoozes jobs while this node is overloaded
   */
  public HttpJobHandler(
      HttpCaller caller,
      InstantSource clock,
      String version,
      EncryptedHeaders secrets,
      OverloadBackoff later) {
    this.later = later;
    this.secrets = secrets;
    this.caller = caller;
    this.clock = clock;
    this.userAgent = "TaskForge/" + version;
  }

  @Override
  public Outcome handle(JsonNode payload, JobContext context) throws InterruptedException {
    HttpJobPayload job = HttpJobPayload.read(secrets.opened(payload));
    CallResponse answer;
    try {
      answer = call(job, context);
    } catch (HandlerFailure e) {
      return later.of(e);
    }
    String from = "HTTP " + answer.status() + " from " + job.url().hostAndPort();
    context.log(from + " in " + DurationText.forPeople(answer.duration()) + answer.tail());
    if (answer.isSuccess()) {
      return Outcome.done(result(answer));
    }
    throw answer.failure(from, clock);
  }

  private CallResponse call(HttpJobPayload job, JobContext context) throws InterruptedException {
    return caller.call(
        new HttpCall(
            context.tenant(),
            job.url(),
            job.method(),
            headers(job, context),
            SecretHeaders.values(job.headers()),
            job.body(),
            job.timeout()));
  }

  private Map<String, String> headers(HttpJobPayload job, JobContext context) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!has(job, "User-Agent")) {
      headers.put("User-Agent", userAgent);
    }
    if (!has(job, TraceContext.TRACEPARENT_HEADER) && !has(job, TraceContext.TRACESTATE_HEADER)) {
      context.trace().ifPresent(trace -> headers.putAll(trace.headers()));
    }
    headers.putAll(job.headers());
    headers.put("Idempotency-Key", headerValue(context.idempotencyKey()));
    headers.put("TaskForge-Job-Id", context.jobId().toString());
    headers.put("TaskForge-Attempt", Integer.toString(context.attempt()));
    return headers;
  }

  private static boolean has(HttpJobPayload job, String header) {
    return job.headers().keySet().stream().anyMatch(header::equalsIgnoreCase);
  }

  /** Percent-encodes a key, which may be any text, for a header. */
  private static String headerValue(String key) {
    StringBuilder value = new StringBuilder(key.length());
    for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
      if (b > ' ' && b < 0x7F && b != '%') {
        value.append((char) b);
      } else {
        value.append("%%%02X".formatted(b & 0xFF));
      }
    }
    return value.toString();
  }

  private static Map<String, Object> result(CallResponse answer) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("status", answer.status());
    result.put("body", answer.excerpt());
    return result;
  }
}
