package io.taskforge.client;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.GlobalOpenTelemetry;
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
import io.taskforge.JobType;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outcome;
import io.taskforge.job.TraceContext;
import io.taskforge.opentelemetry.OpenTelemetryTracing;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The spans of remote workers, with a server in this process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // workers and scopes have their effect while their block runs
class RemoteTracingTest {
  private static final JobType<String> MAIL = JobType.of("mail", String.class);
  private static final JobType<String> ARCHIVE = JobType.of("archive", String.class);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();
  private final JobStore store = new MemoryJobStore(Clock.systemUTC());
  private Server server;

  @AfterEach
  void close() {
    server.close();
    store.close();
    GlobalOpenTelemetry.resetForTest();
  }

  private TaskForgeClient client(JobTracing tracing) {
    server =
        Server.open(
            new Settings().flag("port", 0).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    server.startWorker();
    return TaskForgeClient.of(server.url(), null).tracing(tracing);
  }

  private static RemoteWorkerBuilder worker(TaskForgeClient client) {
    return client.worker().pollInterval(ofMillis(20)).shutdownGrace(ofSeconds(5));
  }

  @ParameterizedTest(name = "the server creates spans: {0}")
  @ValueSource(booleans = {true, false})
  void a_failed_attempt_its_retry_and_the_job_that_it_enqueues_are_one_trace(boolean traced) {
    GlobalOpenTelemetry.resetForTest();
    if (traced) {
      GlobalOpenTelemetry.set(sdk);
    }
    TaskForgeClient client = client(OpenTelemetryTracing.of(sdk));
    List<String> outgoing = new CopyOnWriteArrayList<>();
    List<JobId> archived = new CopyOnWriteArrayList<>();
    Span caller = sdk.getTracer("test").spanBuilder("caller").startSpan();
    JobId id;

    try (RemoteWorker ignored =
        worker(client)
            .handler(ARCHIVE, mail -> {})
            .handler(
                MAIL,
                (mail, context) -> {
                  outgoing.add(context.trace().orElseThrow().traceparent().substring(36, 52));
                  if (context.attempt() == 1) {
                    throw new SocketTimeoutException("no answer");
                  }
                  archived.add(client.enqueue(ARCHIVE, mail).id());
                  return Outcome.DONE;
                })
            .start()) {
      try (Scope ignoredToo = caller.makeCurrent()) {
        id = client.enqueue(MAIL.with("ann").retryPolicy(RetryPolicy.fixed(ofMillis(1)))).id();
      }
      awaitSuccess(id);
      awaitSuccess(archived.get(0));
    }

    List<SpanData> attempts = spans("process default", "mail");
    SpanData failed = attempts.get(0);
    String parent = caller.getSpanContext().getSpanId();
    String archiving = attempts.get(1).getSpanId();
    if (traced) {
      SpanData send = spans("send default", "mail").get(0);
      SpanData sendArchive = spans("send default", "archive").get(0);
      assertThat(send.getParentSpanId()).isEqualTo(parent);
      assertThat(sendArchive.getParentSpanId()).isEqualTo(archiving);
      parent = send.getSpanId();
      archiving = sendArchive.getSpanId();
    }
    assertThat(exporter.getFinishedSpanItems())
        .hasSize(traced ? 5 : 3)
        .extracting(SpanData::getTraceId)
        .containsOnly(caller.getSpanContext().getTraceId());
    assertThat(attempts).extracting(SpanData::getParentSpanId).containsExactly(parent, parent);
    assertThat(attempts).extracting(SpanData::getSpanId).isEqualTo(outgoing);
    assertThat(spans("process default", "archive").get(0).getParentSpanId()).isEqualTo(archiving);
    assertThat(failed.getKind()).isEqualTo(SpanKind.CONSUMER);
    assertThat(failed.getLinks().get(0).getSpanContext().getSpanId()).isEqualTo(parent);
    assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(failed.getEvents()).extracting(EventData::getName).containsExactly("exception");
    assertThat(failed.getAttributes().asMap())
        .containsEntry(stringKey("messaging.system"), "taskforge")
        .containsEntry(stringKey("messaging.destination.name"), "default")
        .containsEntry(stringKey("messaging.message.id"), id.toString())
        .containsEntry(stringKey("taskforge.tenant"), "default")
        .containsEntry(longKey("taskforge.attempt"), 1L)
        .containsEntry(stringKey("taskforge.attempt.status"), "FAILED")
        .containsEntry(stringKey("error.type"), "timeout")
        .doesNotContainKey(stringKey("taskforge.job.state"));
    assertThat(attempts.get(1).getAttributes().asMap())
        .containsEntry(longKey("taskforge.attempt"), 2L)
        .containsEntry(stringKey("taskforge.attempt.status"), "SUCCEEDED")
        .containsEntry(stringKey("taskforge.job.state"), "SUCCEEDED");
  }

  /** Throws before or after the traced call. */
  private record Broken(boolean before) implements JobTracing {
    @Override
    public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
      return store.apply(jobs);
    }

    @Override
    public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
      E end = before ? null : attempt.run(job.trace());
      throw new AssertionError("the span processor is broken after " + end);
    }

    @Override
    public Optional<TraceContext> current() {
      throw new AssertionError("the tracer is broken");
    }
  }

  @ParameterizedTest(name = "throws before the attempt: {0}")
  @ValueSource(booleans = {true, false})
  void a_tracing_library_that_throws_costs_no_result(boolean before) {
    TaskForgeClient client = client(new Broken(before));
    List<String> sent = new CopyOnWriteArrayList<>();
    JobId id;

    try (RemoteWorker ignored =
        worker(client)
            .handler(
                MAIL,
                (mail, context) -> {
                  sent.add(mail);
                  return Outcome.done(mail);
                })
            .start()) {
      id = client.enqueue(MAIL, "ann").id();
      awaitSuccess(id);
    }

    assertThat(sent).containsExactly("ann");
    assertThat(store.queries().job(id).orElseThrow().resultIfAny().orElseThrow().json())
        .isEqualTo("\"ann\"");
  }

  private void awaitSuccess(JobId id) {
    await()
        .atMost(ofSeconds(30))
        .until(() -> store.queries().job(id).orElseThrow().state() == JobState.SUCCEEDED);
  }

  private List<SpanData> spans(String name, String type) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .filter(span -> type.equals(span.getAttributes().get(stringKey("taskforge.job.type"))))
        .toList();
  }
}
