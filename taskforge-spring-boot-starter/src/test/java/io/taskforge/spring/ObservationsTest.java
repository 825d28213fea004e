package io.taskforge.spring;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.spring.autoconfigure.TaskForgeTracingAutoConfiguration;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Observations in an application without a tracing bridge, and the metrics that they become. */
class ObservationsTest {
  @TempDir Path directory;

  private ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TaskForgeTracingAutoConfiguration.class, TaskForgeAutoConfiguration.class))
        .withUserConfiguration(Application.class)
        .withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
        .withPropertyValues("spring.taskforge.store.file=" + directory.resolve("jobs.db"));
  }

  @Test
  void enqueues_and_attempts_are_observed_without_a_tracing_bridge() {
    application()
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              JobId id = forge.enqueue(JobRequest.of("greet")).id();
              assertThat(forge.await(id, ofSeconds(20)).state()).isEqualTo(JobState.SUCCEEDED);

              assertThat(context.getBean(Application.class).stopped)
                  .containsExactlyInAnyOrder("send default", "process default");
            });
  }

  @Test
  void metrics_of_observations_have_a_limited_number_of_series() {
    application()
        .run(
            context -> {
              TaskForge forge = context.getBean(TaskForge.class);
              IntStream.range(0, 150)
                  .forEach(i -> forge.enqueue(JobRequest.of("type-" + i).queue("queue-" + i)));

              SimpleMeterRegistry meters = context.getBean(Application.class).meters;
              assertThat(values(meters, "messaging.destination.name")).hasSize(101);
              assertThat(values(meters, "taskforge.job.type")).hasSize(101);
              assertThat(context.getBean(Application.class).queues).hasSize(150);
            });
  }

  private static List<String> values(SimpleMeterRegistry meters, String tag) {
    return meters.find("taskforge.send").timers().stream()
        .map((Timer timer) -> Objects.requireNonNull(timer.getId().getTag(tag)))
        .distinct()
        .collect(Collectors.toList());
  }

  /** Has the registry that Spring Boot configures without a tracing bridge. */
  @Configuration(proxyBeanMethods = false)
  static class Application {
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<String> stopped = new CopyOnWriteArrayList<>();
    final List<String> queues = new CopyOnWriteArrayList<>();

    @JobHandler("greet")
    void greet() {}

    @Bean
    ObservationRegistry observations() {
      ObservationRegistry registry = ObservationRegistry.create();
      registry
          .observationConfig()
          .observationHandler(new DefaultMeterObservationHandler(meters))
          .observationHandler(new Names());
      return registry;
    }

    /** Notes what a span would have as its name and queue. */
    private final class Names implements ObservationHandler<Observation.Context> {
      @Override
      public void onStop(Observation.Context context) {
        stopped.add(String.valueOf(context.getContextualName()));
        context.getAllKeyValues().stream()
            .filter(each -> each.getKey().equals("messaging.destination.name"))
            .forEach(each -> queues.add(each.getValue()));
      }

      @Override
      public boolean supportsContext(Observation.Context context) {
        return true;
      }
    }
  }
}
