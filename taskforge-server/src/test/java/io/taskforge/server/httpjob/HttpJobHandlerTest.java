package io.taskforge.server.httpjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Outcome;
import io.taskforge.job.TraceContext;
import io.taskforge.retry.FailureFilter;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.BrokenFraming;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.server.endpoint.Received;
import io.taskforge.server.outbound.CallerConfig;
import io.taskforge.server.outbound.HttpCaller;
import io.taskforge.server.outbound.OverloadBackoff;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.secret.SecretBox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class HttpJobHandlerTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant NOW = Instant.parse("2030-01-07T10:00:00Z");

  private final HttpCaller caller =
      new HttpCaller(CallerConfig.of(SsrfPolicy.publicOnly().andLoopback(), System::nanoTime));
  private final HttpJobHandler handler = handler(caller);
  private final RecordingContext context = new RecordingContext(1, "order-17");

  private static HttpJobHandler handler(HttpCaller caller) {
    return new HttpJobHandler(
        caller,
        () -> NOW,
        "1.2.3",
        new EncryptedHeaders(SecretBox.PLAIN),
        new OverloadBackoff(new SplittableRandom(1)));
  }

  @AfterEach
  void close() {
    caller.close();
  }

  @Test
  void a_success_stores_the_status_and_the_first_KiB() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(202, "ok".repeat(1000)))) {
      Outcome outcome = handler.handle(payload(endpoint), context);

      assertThat(outcome).isEqualTo(Outcome.done(Map.of("status", 202, "body", "ok".repeat(512))));
      assertThat(context.lines)
          .singleElement()
          .asString()
          .startsWith("HTTP 202 from 127.0.0.1:" + endpoint.port() + " in ")
          .contains("okok");
    }
  }

  @Test
  void a_call_without_a_free_connection_is_snoozed_with_the_reason() throws Exception {
    CallerConfig one =
        CallerConfig.of(SsrfPolicy.publicOnly().andLoopback(), System::nanoTime).connections(4, 1);
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.hang());
        HttpCaller small = new HttpCaller(one)) {
      Thread first =
          new Thread(
              () -> {
                var ignored =
                    catchThrowable(() -> handler(small).handle(payload(endpoint), context));
              });
      first.start();
      endpoint.awaitRequest();

      Outcome second = handler(small).handle(payload(endpoint).put("timeout", "100ms"), context);

      assertThat(second)
          .isInstanceOfSatisfying(
              Outcome.Snooze.class,
              snooze -> {
                assertThat(snooze.delay()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
                assertThat(snooze.reason())
                    .isEqualTo(
                        "no free connection to 127.0.0.1:%d: tenant default has 1 of at most 1 calls to it under way"
                            .formatted(endpoint.port()));
              });
      assertThat(endpoint.received()).hasSize(1);
      first.interrupt();
      first.join(5_000);
    }
  }

  @Test
  void all_attempts_send_the_same_idempotency_key_and_their_own_number() throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(
            Behaviour.script(Behaviour.status(500, "no"), Behaviour.status(200, "yes")))) {
      ObjectNode payload = payload(endpoint).put("body", "x");
      failure(payload, new RecordingContext(1, "order-17"));
      handler.handle(payload, new RecordingContext(2, "order-17"));

      List<Received> received = endpoint.received();
      assertThat(received)
          .extracting(request -> request.headers().get("idempotency-key"))
          .containsExactly("order-17", "order-17");
      assertThat(received)
          .extracting(request -> request.headers().get("taskforge-attempt"))
          .containsExactly("1", "2");
      assertThat(received.get(0).headers())
          .containsEntry("taskforge-job-id", RecordingContext.ID.toString())
          .containsEntry("user-agent", "TaskForge/1.2.3")
          .containsEntry("content-type", "text/plain; charset=UTF-8");
      assertThat(received.get(0).requestLine()).startsWith("POST / ");
    }
  }

  @Test
  void a_key_that_is_not_a_valid_header_value_is_escaped() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(200, ""))) {
      handler.handle(payload(endpoint), new RecordingContext(1, "ä b\r\nX: 1%"));

      assertThat(endpoint.received().get(0).headers())
          .containsEntry("idempotency-key", "%C3%A4%20b%0D%0AX:%201%25")
          .doesNotContainKey("x");
    }
  }

  @Test
  void a_given_user_agent_replaces_the_default() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(200, ""))) {
      ObjectNode payload = payload(endpoint);
      payload.putObject("headers").put("user-agent", "mine");
      handler.handle(payload, context);

      assertThat(endpoint.received().get(0).headers()).containsEntry("user-agent", "mine");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, PERMANENT",
    "401, PERMANENT",
    "404, PERMANENT",
    "408, TRANSIENT",
    "410, PERMANENT",
    "425, TRANSIENT",
    "429, OVERLOAD",
    "500, TRANSIENT",
    "502, TRANSIENT",
    "503, OVERLOAD",
    "599, TRANSIENT"
  })
  void the_status_determines_the_type_and_kind_of_a_failure(int status, FailureKind kind)
      throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(status, "sorry"))) {
      Failure failure = failure(payload(endpoint), context);

      assertThat(failure.type()).isEqualTo(ErrorType.of("http_" + status));
      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(failure.statusCode()).isEqualTo(status);
      assertThat(failure.message())
          .isEqualTo("HTTP " + status + " from 127.0.0.1:" + endpoint.port() + ": sorry");
      assertThat(FailureFilter.of(List.of(), List.of(status)).matches(failure)).isTrue();
      assertThat(context.lines).hasSize(1);
    }
  }

  @Test
  void the_trace_of_the_attempt_is_sent_unless_the_job_names_one() throws Exception {
    TraceContext trace =
        new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=b");
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(200, ""))) {
      ObjectNode other = payload(endpoint);
      other.putObject("headers").put("Traceparent", "mine");
      handler.handle(payload(endpoint), new RecordingContext(1, "order-17", trace));
      handler.handle(other, new RecordingContext(1, "order-17", trace));

      assertThat(endpoint.received().get(0).headers())
          .containsEntry("traceparent", trace.traceparent())
          .containsEntry("tracestate", "a=b");
      assertThat(endpoint.received().get(1).headers())
          .containsEntry("traceparent", "mine")
          .doesNotContainKey("tracestate");
    }
  }

  @Test
  void a_redirect_is_a_permanent_failure_that_names_its_location() throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(
            Behaviour.status(302, "moved", "Location: http://169.254.169.254/latest"))) {
      Failure failure = failure(payload(endpoint), context);

      assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
      assertThat(failure.message())
          .endsWith(": redirects are not followed; Location: http://169.254.169.254/latest");
    }
  }

  @Test
  void a_redirect_loop_causes_one_request() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(307, "", "Location: /"))) {
      failure(payload(endpoint), context);

      assertThat(endpoint.received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3|PT3S",
        "0|PT0S",
        "Mon, 07 Jan 2030 10:01:00 GMT|PT1M",
        "Monday, 07-Jan-30 10:01:00 GMT|PT1M",
        "Mon Jan  7 10:01:00 2030|PT1M",
        "Mon, 07 Jan 2030 09:00:00 GMT|PT0S",
        "99999999999999999999|P3650D"
      })
  void retry_after_is_read_as_seconds_or_date(String header, Duration wait) throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(Behaviour.status(429, "", "Retry-After: " + header))) {
      assertThat(failure(payload(endpoint), context).retryAfter()).isEqualTo(wait);
    }
  }

  @ParameterizedTest
  @CsvSource({"-1", "soon", "1e9", "''"})
  void an_invalid_retry_after_is_ignored(String header) throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(Behaviour.status(503, "", "Retry-After: " + header))) {
      assertThat(failure(payload(endpoint), context).retryAfter()).isNull();
    }
  }

  @Test
  void the_timeout_of_the_payload_applies() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.dripBody())) {
      Failure failure = failure(payload(endpoint).put("timeout", "300ms"), context);

      assertThat(failure.type()).isEqualTo(Errors.TIMEOUT);
      assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
    }
  }

  @Test
  void a_blocked_target_is_a_permanent_failure_of_its_own_type() {
    Failure failure =
        failure(JSON.createObjectNode().put("url", "http://169.254.169.254/"), context);

    assertThat(failure.type()).isEqualTo(Errors.TARGET_BLOCKED);
    assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
  }

  @Test
  void an_invalid_payload_is_a_permanent_failure() {
    Failure failure = failure(JSON.createObjectNode().put("uri", "http://example.org/"), context);

    assertThat(failure.type()).isEqualTo(Errors.VALIDATION);
    assertThat(failure.kind()).isEqualTo(FailureKind.PERMANENT);
    assertThat(failure.message()).contains("uri", "url");
  }

  private static ObjectNode payload(MisbehavingEndpoint endpoint) {
    return JSON.createObjectNode().put("url", endpoint.url("/"));
  }

  @ParameterizedTest
  @EnumSource
  void bytes_after_the_end_of_a_response_are_a_failure_whatever_its_status(BrokenFraming framing)
      throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(framing)) {
      Failure failure = failure(payload(endpoint).put("method", framing.method()), context);

      assertThat(failure.type()).isEqualTo(Errors.BROKEN_RESPONSE);
      assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
      assertThat(failure.is(Errors.CONNECTION_ERROR)).isTrue();
    }
  }

  private Failure failure(ObjectNode payload, RecordingContext attempt) {
    Throwable thrown = catchThrowable(() -> handler.handle(payload, attempt));
    return FailureClassifier.standard().classify(thrown);
  }
}
