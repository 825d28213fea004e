package io.taskforge.spring;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.AttemptEnd;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.TraceContext;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.spring.autoconfigure.TaskForgeTracingAutoConfiguration;
import io.taskforge.trace.JobTracing;
import io.taskforge.trace.TracedAttempt;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Micrometer observations of enqueues and attempts, with the tracing bridge to OpenTelemetry. */
class TracingTest {
  private static final InMemorySpanExporter EXPORTER = InMemorySpanExporter.create();

  @Test
  void attempts_are_children_of_the_enqueue(@TempDir Path directory) {
    EXPORTER.reset();
    application(directory)
        .run(
            context -> {
              finish(context.getBean(TaskForge.class));

              List<SpanData> attempts = spans("process default");
              SpanData send = spans("send default").get(0);
              assertThat(attempts)
                  .hasSize(2)
                  .allSatisfy(
                      attempt -> {
                        assertThat(attempt.getTraceId()).isEqualTo(send.getTraceId());
                        assertThat(attempt.getParentSpanId()).isEqualTo(send.getSpanId());
                      });
              assertThat(attempts.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
              assertThat(attempts.get(0).getEvents())
                  .anySatisfy(event -> assertThat(event.getName()).isEqualTo("taskforge.retry"));
              List<String> ids = attempts.stream().map(SpanData::getSpanId).toList();
              assertThat(context.getBean(Application.class).current).isEqualTo(ids);
              assertThat(context.getBean(Application.class).outgoing)
                  .isEqualTo(ids.stream().map(id -> send.getTraceId() + "-" + id).toList());
            });
  }

  @Test
  void an_enqueue_has_what_its_jobs_have_in_common(@TempDir Path directory) {
    EXPORTER.reset();
    application(directory)
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              JobId id = forge.enqueue(JobRequest.of("greet").queue("mail")).id();
              forge.enqueueAll(
                  List.of(
                      JobRequest.of("greet").queue("mail"), JobRequest.of("greet").queue("slow")));

              assertThat(spans("send mail").get(0).getAttributes().asMap())
                  .containsEntry(stringKey("messaging.message.id"), id.toString())
                  .containsEntry(stringKey("messaging.destination.name"), "mail")
                  .containsEntry(stringKey("taskforge.job.created"), "true")
                  .doesNotContainKey(stringKey("messaging.batch.message_count"));
              assertThat(spans("send").get(0).getAttributes().asMap())
                  .containsEntry(stringKey("messaging.batch.message_count"), "2")
                  .containsEntry(stringKey("messaging.destination.name"), "none")
                  .containsEntry(stringKey("taskforge.job.type"), "greet")
                  .doesNotContainKey(stringKey("messaging.message.id"));
            });
  }

  @Test
  void a_dead_letter_is_an_event_of_its_last_attempt(@TempDir Path directory) {
    EXPORTER.reset();
    application(directory)
        .withPropertyValues("spring.taskforge.queues.default.dead-letter-queue=dead")
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              var id = forge.enqueue(JobRequest.of("broken")).id();
              assertThat(forge.await(id, ofSeconds(20)).state()).isEqualTo(JobState.DEAD);

              SpanData attempt = spans("process default").get(0);
              assertThat(attempt.getEvents())
                  .extracting(event -> event.getName())
                  .contains("taskforge.dead_letter");
              assertThat(attempt.getAttributes().asMap())
                  .containsEntry(stringKey("taskforge.tenant"), "default")
                  .containsEntry(stringKey("taskforge.dead_letter.queue"), "dead")
                  .containsEntry(stringKey("messaging.operation.type"), "process");
            });
  }

  @Test
  void a_trace_that_the_caller_names_is_kept_without_a_current_observation(
      @TempDir Path directory) {
    EXPORTER.reset();
    TraceContext named =
        TraceContext.ofHeaders("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", null)
            .orElseThrow();
    application(directory)
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              var id = forge.enqueue(JobRequest.of("greet").trace(named)).id();
              forge.await(id, ofSeconds(20));

              assertThat(spans("process default"))
                  .hasSize(2)
                  .allSatisfy(
                      attempt ->
                          assertThat(attempt.getTraceId())
                              .isEqualTo("0af7651916cd43dd8448eb211c80319c"));
            });
  }

  @Test
  void tracing_can_be_turned_off(@TempDir Path directory) {
    EXPORTER.reset();
    application(directory)
        .withPropertyValues("spring.taskforge.tracing.enabled=false")
        .run(
            context -> {
              finish(context.getBean(TaskForge.class));
              assertThat(EXPORTER.getFinishedSpanItems()).isEmpty();
            });
  }

  @Test
  void a_client_of_a_server_uses_the_same_tracing(@TempDir Path directory) {
    EXPORTER.reset();
    application(directory)
        .withPropertyValues("spring.taskforge.enabled=false")
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(TaskForge.class);
              JobTracing tracing = context.getBean(JobTracing.class);
              TraceContext trace =
                  Objects.requireNonNull(
                      Observation.createNotStarted(
                              "order", context.getBean(ObservationRegistry.class))
                          .observe(() -> tracing.current().orElseThrow()));

              assertThat(trace.traceparent()).contains(spans("order").get(0).getTraceId());
            });
  }

  @Test
  void a_client_needs_no_condition_for_tracing_that_is_turned_off(@TempDir Path directory) {
    application(directory)
        .withPropertyValues("spring.taskforge.tracing.enabled=false")
        .run(context -> assertThat(context.getBean(JobTracing.class)).isSameAs(JobTracing.NONE));
  }

  @Test
  void an_application_can_replace_the_tracing(@TempDir Path directory) {
    EXPORTER.reset();
    OwnTracing own = new OwnTracing();
    application(directory)
        .withBean(JobTracing.class, () -> own)
        .run(
            context -> {
              finish(context.getBean(TaskForge.class));

              assertThat(own.attempts).containsExactly(1, 2);
              assertThat(EXPORTER.getFinishedSpanItems()).isEmpty();
            });
  }

  private static ApplicationContextRunner application(Path directory) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TaskForgeTracingAutoConfiguration.class, TaskForgeAutoConfiguration.class))
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            "spring.taskforge.store.file=" + directory.resolve("jobs.db"),
            "spring.taskforge.retry.policies.quick.initial-delay=1ms",
            "spring.taskforge.retry.policy=quick");
  }

  private static void finish(TaskForge forge) throws Exception {
    var id = forge.enqueue(JobRequest.of("greet")).id();
    assertThat(forge.await(id, ofSeconds(20)).state()).isEqualTo(JobState.SUCCEEDED);
  }

  private static List<SpanData> spans(String name) {
    return EXPORTER.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  /** Counts attempts and creates no spans. */
  private static final class OwnTracing implements JobTracing {
    final List<Integer> attempts = new CopyOnWriteArrayList<>();

    @Override
    public List<Enqueued> send(List<NewJob> jobs, Function<List<NewJob>, List<Enqueued>> store) {
      return store.apply(jobs);
    }

    @Override
    public <E extends AttemptEnd> E process(TracedAttempt job, Processing<E> attempt) {
      attempts.add(job.attempt());
      return attempt.run(job.trace());
    }
  }

  /** Has the registry that Spring Boot configures with the tracing bridge. */
  @Configuration(proxyBeanMethods = false)
  static class Application {
    final List<String> current = new CopyOnWriteArrayList<>();
    final List<String> outgoing = new CopyOnWriteArrayList<>();

    @JobHandler("greet")
    void greet(JobContext context) throws ConnectException {
      current.add(Span.current().getSpanContext().getSpanId());
      context.trace().ifPresent(trace -> outgoing.add(trace.traceparent().substring(3, 52)));
      if (context.attempt() == 1) {
        throw new ConnectException("connection refused");
      }
    }

    @JobHandler("broken")
    @Retry(policy = "once")
    void broken() throws ConnectException {
      throw new ConnectException("connection refused");
    }

    @Bean
    Tracer spans() {
      return SdkTracerProvider.builder()
          .addSpanProcessor(SimpleSpanProcessor.create(EXPORTER))
          .build()
          .get("test");
    }

    @Bean
    OtelTracer tracer(Tracer spans) {
      return new OtelTracer(spans, new OtelCurrentTraceContext(), event -> {});
    }

    @Bean
    OtelPropagator propagator(Tracer spans) {
      return new OtelPropagator(
          ContextPropagators.create(W3CTraceContextPropagator.getInstance()), spans);
    }

    @Bean
    ObservationRegistry observations(OtelTracer tracer, OtelPropagator propagator) {
      ObservationRegistry registry = ObservationRegistry.create();
      registry
          .observationConfig()
          .observationHandler(
              new FirstMatchingCompositeObservationHandler(
                  new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                  new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                  new DefaultTracingObservationHandler(tracer)));
      return registry;
    }
  }
}
