package io.taskforge.client;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.trace.Span;
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
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.failure.ErrorType;
import io.taskforge.job.Job;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import io.taskforge.job.TraceContext;
import io.taskforge.opentelemetry.OpenTelemetryTracing;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.FileNotFoundException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the spans of remote attempts end, and which trace an enqueue over HTTP continues. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // workers and scopes have their effect while their block runs
class RemoteSpansTest {
  private static final JobType<String> WORK = JobType.of("work", String.class);
  private static final TraceContext NAMED =
      new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=x");
  private static final TraceContext OTHER =
      new TraceContext("00-1bf7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01", "");

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();
  private final CountDownLatch running = new CountDownLatch(1);
  private JobStore store;
  private Server server;
  private TaskForgeClient client;

  @BeforeEach
  void open() {
    store = new MemoryJobStore(Clock.systemUTC());
    server =
        Server.open(
            new Settings().flag("port", 0).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    server.startWorker();
    client = TaskForgeClient.of(server.url(), null).tracing(OpenTelemetryTracing.of(sdk));
  }

  @AfterEach
  void close() {
    server.close();
    store.close();
  }

  private RemoteWorkerBuilder worker() {
    return client.worker().pollInterval(ofMillis(20)).lease(ofSeconds(3)).handler(WORK, this::work);
  }

  private Outcome work(String outcome, JobContext context) throws Exception {
    return switch (outcome) {
      case "snooze" -> Outcome.snooze(ofMinutes(5), "too early");
      case "discard" -> Outcome.discard("obsolete");
      case "dead letter" -> Outcome.deadLetter("no such customer");
      case "retry in" -> Outcome.retryIn(ofMinutes(7), ErrorType.of("busy"), "call back");
      case "throw" -> throw new FileNotFoundException("no such file");
      default -> {
        running.countDown();
        new CountDownLatch(1).await();
        yield Outcome.DONE;
      }
    };
  }

  private SpanData span() {
    await().atMost(ofSeconds(30)).until(() -> !exporter.getFinishedSpanItems().isEmpty());
    return exporter.getFinishedSpanItems().get(0);
  }

  private static String text(SpanData span, String key) {
    return Objects.requireNonNullElse(span.getAttributes().get(stringKey(key)), "none");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          snooze,      SNOOZED,   none,      snoozed by its handler: too early
          discard,     CANCELLED, CANCELLED, discarded by its handler: obsolete
          """)
  void the_span_of_an_attempt_that_did_not_fail_has_the_reason(
      String outcome, String status, String state, String reason) {
    client.enqueue(WORK, outcome);

    try (RemoteWorker ignored = worker().start()) {
      SpanData span = span();

      assertThat(text(span, "taskforge.attempt.status")).isEqualTo(status);
      assertThat(text(span, "taskforge.job.state")).isEqualTo(state);
      assertThat(text(span, "taskforge.reason")).isEqualTo(reason);
      assertThat(text(span, "error.type")).isEqualTo("none");
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
      assertThat(span.getEvents()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          dead letter, dead_lettered_by_handler, no such customer
          retry in,    busy,                     call back
          throw,       NotFoundError,            no such file
          wait,        timeout,                  ran longer than 200ms
          """)
  void the_span_of_a_failed_attempt_has_the_error_and_leaves_the_retry_to_the_server(
      String outcome, String error, String message) {
    client.enqueue(
        WORK.with(outcome).timeout(outcome.equals("wait") ? ofMillis(200) : ofMinutes(1)));

    try (RemoteWorker ignored = worker().start()) {
      SpanData span = span();

      assertThat(text(span, "taskforge.attempt.status")).isEqualTo("FAILED");
      assertThat(text(span, "taskforge.job.state")).isEqualTo("none");
      assertThat(text(span, "error.type")).isEqualTo(error);
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(span.getStatus().getDescription()).isEqualTo(message);
      assertThat(span.getEvents()).extracting(EventData::getName).containsExactly("exception");
    }
  }

  @Test
  void the_span_of_an_attempt_that_a_shutdown_ends_is_interrupted() throws Exception {
    client.enqueue(WORK, "wait");
    RemoteWorker worker = worker().shutdownGrace(ofMillis(50)).start();
    running.await();

    worker.close();

    assertThat(text(span(), "taskforge.attempt.status")).isEqualTo("INTERRUPTED");
    assertThat(text(span(), "taskforge.reason")).isEqualTo("released by its worker");
    assertThat(span().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void the_span_of_a_cancelled_attempt_has_the_state_of_its_job() throws Exception {
    JobId id = client.enqueue(WORK, "wait").id();

    try (RemoteWorker ignored = worker().start()) {
      running.await();
      server.forge().cancel(id, "enough");

      assertThat(text(span(), "taskforge.attempt.status")).isEqualTo("CANCELLED");
      assertThat(text(span(), "taskforge.job.state")).isEqualTo("CANCELLED");
      assertThat(text(span(), "taskforge.reason")).isEqualTo("cancelled while it ran");
      await().atMost(ofSeconds(30)).until(() -> job(id).state() == JobState.CANCELLED);
    }
  }

  private Job job(JobId id) {
    return store.queries().job(id).orElseThrow();
  }

  /** The trace of the next job, as any worker gets it. */
  private TraceContext claimed() {
    String claim = "{\"worker\": \"test\", \"types\": [\"work\"]}";
    var item = client.api().post("/claims", claim, Map.of()).at("/items/0");
    return TraceContext.ofHeaders(
            item.path("traceparent").asString(null), item.path("tracestate").asString(null))
        .orElse(null);
  }

  @Test
  void an_enqueue_continues_the_trace_that_its_request_names() {
    client.enqueue(WORK.with("x").trace(NAMED));

    assertThat(claimed()).isEqualTo(NAMED);
  }

  @Test
  void an_enqueue_within_a_span_continues_its_trace_and_not_the_one_that_its_request_names() {
    Span caller = sdk.getTracer("test").spanBuilder("caller").startSpan();

    try (Scope ignored = caller.makeCurrent()) {
      client.enqueue(WORK.with("x").trace(NAMED));
    }

    assertThat(claimed().traceparent())
        .contains(caller.getSpanContext().getTraceId(), caller.getSpanContext().getSpanId());
  }

  @Test
  void an_enqueue_without_a_span_and_without_a_name_has_no_trace() {
    client.enqueue(WORK, "x");

    assertThat(claimed()).isNull();
  }

  @Test
  void jobs_of_one_call_cannot_continue_different_traces() {
    List<JobRequest> different = List.of(WORK.with("x").trace(NAMED), WORK.with("y").trace(OTHER));

    assertThatThrownBy(() -> client.enqueueAll(different))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("jobs that are enqueued together must have one trace");
    assertThat(server.forge().stats().queues()).isEmpty();
  }
}
