package io.taskforge.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One trace from the caller of the API to the receivers of an HTTP job and of its webhook. */
class TraceFlowTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + CALLER + "-01";

  @Test
  void three_attempts_and_the_webhook_are_one_trace(@TempDir Path directory) throws IOException {
    InMemorySpanExporter exporter = InMemorySpanExporter.create();
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build());
    try (TestServer server = TestServer.onSqlite(directory);
        MisbehavingEndpoint api = endpoint(503, 503, 200);
        MisbehavingEndpoint receiver = endpoint(200)) {
      callThreeTimes(server, api, receiver);

      List<SpanData> spans =
          exporter.getFinishedSpanItems().stream()
              .filter(span -> span.getTraceId().equals(TRACE))
              .toList();
      SpanData send = named(spans, "send default").get(0);
      List<SpanData> attempts = named(spans, "process default");
      List<SpanData> deliveries = named(spans, "process webhooks");
      assertThat(spans).hasSize(5);
      assertThat(send.getParentSpanId()).isEqualTo(CALLER);
      assertThat(attempts).hasSize(3);
      assertThat(deliveries).hasSize(1);
      assertThat(attempts).extracting(SpanData::getParentSpanId).containsOnly(send.getSpanId());
      assertThat(deliveries).extracting(SpanData::getParentSpanId).containsOnly(send.getSpanId());
      assertThat(attempts.get(0).getEvents())
          .anySatisfy(event -> assertThat(event.getName()).isEqualTo("taskforge.retry"));
      assertThat(traceparents(api)).isEqualTo(traceparents(attempts));
      assertThat(traceparents(receiver)).isEqualTo(traceparents(deliveries));
      assertThat(header(api, "tracestate")).containsOnly("vendor=x");
    } finally {
      GlobalOpenTelemetry.resetForTest();
    }
  }

  @Test
  void without_tracing_receivers_get_the_trace_of_the_caller(@TempDir Path directory)
      throws IOException {
    try (TestServer server = TestServer.onSqlite(directory);
        MisbehavingEndpoint api = endpoint(503, 503, 200);
        MisbehavingEndpoint receiver = endpoint(200)) {
      callThreeTimes(server, api, receiver);

      assertThat(traceparents(api)).containsExactly(TRACEPARENT, TRACEPARENT, TRACEPARENT);
      assertThat(traceparents(receiver)).containsExactly(TRACEPARENT);
    }
  }

  @Test
  void a_worker_in_another_process_gets_the_trace_with_the_job(@TempDir Path directory) {
    try (TestServer server = TestServer.onSqlite(directory)) {
      server.post("/api/v1/jobs", "{\"type\": \"work\"}", "traceparent", TRACEPARENT).is(201);
      server.post("/api/v1/jobs", "{\"type\": \"work\"}", "traceparent", "00-0-0-0").is(201);

      String claim = "{\"worker\": \"test\", \"types\": [\"work\"], \"limit\": 2}";
      var claimed = server.post("/api/v1/claims", claim).is(200);

      assertThat(claimed.at("/items/0/traceparent")).isEqualTo(TRACEPARENT);
      assertThat(claimed.json().at("/items/1/traceparent").isMissingNode()).isTrue();
    }
  }

  private static void callThreeTimes(
      TestServer server, MisbehavingEndpoint api, MisbehavingEndpoint receiver) {
    server
        .post(
            "/api/v1/webhooks",
            "{\"url\": \"%s\", \"events\": [\"job.succeeded\"]}".formatted(receiver.url("/hook")))
        .is(201);
    server
        .post(
            "/api/v1/jobs",
            "{\"type\": \"http\", \"payload\": {\"url\": \"%s\"}}".formatted(api.url("/")),
            "traceparent",
            TRACEPARENT,
            "tracestate",
            "vendor=x")
        .is(201);
    server.runDue();
    server.advance(Duration.ofMinutes(10)).advance(Duration.ofMinutes(10));
    assertThat(api.received()).hasSize(3);
    assertThat(receiver.received()).hasSize(1);
  }

  private static MisbehavingEndpoint endpoint(int... statuses) {
    Behaviour[] answers = new Behaviour[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      answers[i] = Behaviour.status(statuses[i], "");
    }
    return MisbehavingEndpoint.start(Behaviour.script(answers));
  }

  private static List<SpanData> named(List<SpanData> spans, String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  private static List<String> traceparents(List<SpanData> spans) {
    return spans.stream()
        .map(
            span ->
                "00-%s-%s-%s"
                    .formatted(
                        TRACE, span.getSpanId(), span.getSpanContext().getTraceFlags().asHex()))
        .toList();
  }

  private static List<String> traceparents(MisbehavingEndpoint receiver) {
    return header(receiver, "traceparent");
  }

  private static List<String> header(MisbehavingEndpoint receiver, String name) {
    return receiver.received().stream().map(r -> r.headers().getOrDefault(name, "none")).toList();
  }
}
