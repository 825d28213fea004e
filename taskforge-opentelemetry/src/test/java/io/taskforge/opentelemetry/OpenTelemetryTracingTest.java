package io.taskforge.opentelemetry;

import static io.opentelemetry.api.common.AttributeKey.booleanKey;
import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.TraceContext;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import io.taskforge.trace.JobTracing;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenTelemetryTracingTest {
  private static final JobType<String> MAIL = JobType.of("send-mail", String.class);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final TraceContext CALLER =
      new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=x");

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();

  @Test
  void three_attempts_are_children_of_the_enqueue_and_say_when_and_why_they_were_retried() {
    try (TestForge forge = forge((mail, context) -> failUntilAttempt(3, context.attempt()))) {
      forge.enqueue(MAIL, "ann");
      forge.runDue();
      forge.advance(MINUTE).runDue();
      forge.advance(MINUTE).runDue();
    }

    SpanData send = spans("send default").get(0);
    assertThat(send.getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(send.getAttributes().get(stringKey("messaging.system"))).isEqualTo("taskforge");
    assertThat(send.getAttributes().get(stringKey("messaging.operation.type"))).isEqualTo("send");
    assertThat(send.getAttributes().get(booleanKey("taskforge.job.created"))).isTrue();
    List<SpanData> attempts = spans("process default");
    assertThat(attempts)
        .hasSize(3)
        .allSatisfy(
            attempt -> {
              assertThat(attempt.getKind()).isEqualTo(SpanKind.CONSUMER);
              assertThat(attempt.getTraceId()).isEqualTo(send.getTraceId());
              assertThat(attempt.getParentSpanId()).isEqualTo(send.getSpanId());
              assertThat(attempt.getLinks())
                  .extracting(link -> link.getSpanContext().getSpanId())
                  .containsExactly(send.getSpanId());
              assertThat(attempt.getAttributes().get(stringKey("messaging.message.id")))
                  .isEqualTo(send.getAttributes().get(stringKey("messaging.message.id")));
            })
        .extracting(attempt -> attempt.getAttributes().get(longKey("taskforge.attempt")))
        .containsExactly(1L, 2L, 3L);
    SpanData failed = attempts.get(0);
    assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(failed.getAttributes().get(stringKey("error.type"))).isEqualTo("timeout");
    assertThat(failed.getAttributes().get(stringKey("taskforge.job.state"))).isEqualTo("RETRYING");
    assertThat(failed.getEvents())
        .extracting(EventData::getName)
        .containsExactly("exception", "taskforge.retry");
    EventData retry = failed.getEvents().get(1);
    assertThat(retry.getAttributes().get(longKey("taskforge.retry.delay_ms"))).isEqualTo(60_000);
    assertThat(retry.getAttributes().get(stringKey("taskforge.reason"))).contains("retry 1");
    assertThat(attempts.get(2).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(attempts.get(2).getEvents()).isEmpty();
  }

  @Test
  void a_handler_runs_with_its_span_current_and_can_pass_it_on() {
    List<String> seen = new ArrayList<>();
    try (TestForge forge =
        forge(
            (mail, context) -> {
              seen.add(Span.current().getSpanContext().getSpanId());
              seen.add(context.trace().orElseThrow().traceparent());
              return Outcome.DONE;
            })) {
      forge.enqueue(MAIL, "ann");
      forge.runDue();
    }

    SpanData attempt = spans("process default").get(0);
    assertThat(seen)
        .containsExactly(
            attempt.getSpanId(),
            "00-%s-%s-%s"
                .formatted(
                    attempt.getTraceId(),
                    attempt.getSpanId(),
                    attempt.getSpanContext().getTraceFlags().asHex()));
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  @Test
  @SuppressWarnings("try") // the scope ends with the block
  void an_enqueue_is_a_child_of_the_current_span_or_of_the_trace_that_it_names() {
    Span current = sdk.getTracer("test").spanBuilder("caller").startSpan();
    try (TestForge forge = forge((mail, context) -> Outcome.DONE)) {
      forge.enqueue(MAIL.with("ann").trace(CALLER));
      try (Scope ignored = current.makeCurrent()) {
        forge.enqueue(MAIL.with("bob").trace(CALLER));
      }
    }

    assertThat(spans("send default"))
        .extracting(SpanData::getParentSpanId)
        .containsExactly("b7ad6b7169203331", current.getSpanContext().getSpanId());
  }

  @Test
  void jobs_that_a_job_causes_are_in_the_same_trace() {
    try (TestForge forge =
        TestForge.with(
            builder ->
                builder
                    .tracing(OpenTelemetryTracing.of(sdk))
                    .handler(MAIL, mail -> {})
                    .handler(JobType.of("archive", String.class), mail -> {})
                    .followUp(
                        JobState.SUCCEEDED,
                        end ->
                            end.type().value().equals("send-mail")
                                ? List.of(JobRequest.of("archive", "ann"))
                                : List.of()))) {
      forge.enqueue(MAIL, "ann");
      forge.runDue();
    }

    SpanData send = spans("send default").get(0);
    assertThat(spans("process default"))
        .hasSize(2)
        .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(send.getSpanId()));
  }

  @Test
  void a_batch_has_one_span_that_all_its_jobs_continue() {
    try (TestForge forge = forge((mail, context) -> Outcome.DONE)) {
      forge
          .taskForge()
          .enqueueAll(List.of(MAIL.with("ann").queue("a"), MAIL.with("bob"), MAIL.with("cid")));
      forge.runDue();
    }

    SpanData send = spans("send").get(0);
    assertThat(send.getAttributes().get(longKey("messaging.batch.message_count"))).isEqualTo(3);
    assertThat(send.getAttributes().get(stringKey("messaging.destination.name"))).isNull();
    assertThat(spans("process default"))
        .hasSize(2)
        .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(send.getSpanId()));
  }

  @Test
  void without_an_sdk_jobs_keep_the_trace_that_their_request_names() {
    List<TraceContext> seen = new ArrayList<>();
    for (JobTracing tracing :
        List.of(JobTracing.NONE, OpenTelemetryTracing.of(OpenTelemetry.noop()))) {
      try (TestForge forge =
          TestForge.with(
              builder ->
                  builder
                      .tracing(tracing)
                      .handler(
                          MAIL,
                          (mail, context) -> {
                            context.trace().ifPresent(seen::add);
                            return Outcome.DONE;
                          }))) {
        forge.enqueue(MAIL.with("ann").trace(CALLER));
        forge.enqueue(MAIL, "bob");
        forge.runDue();
      }
    }

    assertThat(seen).containsExactly(CALLER, CALLER);
    assertThat(OpenTelemetryTracing.global()).isSameAs(JobTracing.NONE);
  }

  private TestForge forge(JobHandler<String> handler) {
    return TestForge.with(
        builder ->
            builder
                .tracing(OpenTelemetryTracing.of(sdk))
                .retryPolicy(RetryPolicy.fixed(MINUTE))
                .handler(MAIL, handler));
  }

  private static Outcome failUntilAttempt(int last, int attempt) throws SocketTimeoutException {
    if (attempt < last) {
      throw new SocketTimeoutException("no answer");
    }
    return Outcome.DONE;
  }

  private List<SpanData> spans(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }
}
