package io.taskforge.spring;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose registry, tracer and propagator are those that Spring Boot configures. */
class AutoConfiguredTracingTest {
  @Test
  void an_enqueue_and_its_attempts_are_in_the_trace_of_the_current_observation(
      @TempDir Path directory) {
    String excluded =
        String.join(
            ",",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            System.getProperty("spring.autoconfigure.exclude"));
    new ApplicationContextRunner()
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            "spring.autoconfigure.exclude=" + excluded, // the tests have more on the class path
            "management.tracing.sampling.probability=1",
            "spring.taskforge.store.file=" + directory.resolve("jobs.db"),
            "spring.taskforge.retry.policies.quick.initial-delay=1ms",
            "spring.taskforge.retry.policy=quick")
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              JobId id =
                  Objects.requireNonNull(
                      Observation.createNotStarted(
                              "order", context.getBean(ObservationRegistry.class))
                          .observe(() -> forge.enqueue(JobRequest.of("greet")).id()));
              assertThat(forge.await(id, ofSeconds(20)).state()).isEqualTo(JobState.SUCCEEDED);

              Application application = context.getBean(Application.class);
              SpanData order = application.spans("order").get(0);
              SpanData send = application.spans("send default").get(0);
              List<SpanData> attempts = application.spans("process default");
              assertThat(send.getParentSpanId()).isEqualTo(order.getSpanId());
              assertThat(attempts)
                  .hasSize(2)
                  .extracting(SpanData::getParentSpanId)
                  .containsOnly(send.getSpanId());
              assertThat(List.of(send, attempts.get(0), attempts.get(1)))
                  .extracting(SpanData::getTraceId)
                  .containsOnly(order.getTraceId());
              assertThat(application.current)
                  .isEqualTo(attempts.stream().map(SpanData::getSpanId).toList());
            });
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    final List<String> current = new CopyOnWriteArrayList<>();

    /** Boot gives finished spans to every such bean. */
    @Bean
    SpanProcessor exported() {
      return SimpleSpanProcessor.create(exporter);
    }

    @JobHandler("greet")
    void greet(JobContext context) throws ConnectException {
      current.add(Span.current().getSpanContext().getSpanId());
      if (context.attempt() == 1) {
        throw new ConnectException("connection refused");
      }
    }

    List<SpanData> spans(String name) {
      return exporter.getFinishedSpanItems().stream()
          .filter(span -> span.getName().equals(name))
          .toList();
    }
  }
}
