package io.taskforge.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.PayloadHandler;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/** Retry policies as properties, metadata for editors, and hints for native images. */
@Tag("jdk")
class PropertiesTest {
  private static RetryPolicy policy(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("policy", PolicyProperties.class)
        .policy();
  }

  @Test
  void a_policy_is_a_preset_with_changes() {
    assertThat(policy(Map.of())).isEqualTo(RetryPolicies.DEFAULT);
    assertThat(policy(Map.of("policy.base", "patient", "policy.max-retries", "9")))
        .isEqualTo(RetryPolicies.PATIENT.maxRetries(9));
    assertThat(
            policy(
                Map.of(
                    "policy.base", "patient",
                    "policy.initial-delay", "2s",
                    "policy.multiplier", "3",
                    "policy.max-delay", "10s",
                    "policy.jitter", "full")))
        .isEqualTo(
            RetryPolicy.exponential(Duration.ofSeconds(2))
                .multipliedBy(3)
                .cappedAt(Duration.ofSeconds(10))
                .jitter(Jitter.full())
                .maxRetries(RetryPolicies.PATIENT.maxRetries())
                .never(RetryPolicies.PATIENT.neverOn()));
    assertThat(policy(Map.of("policy.delays", "1s,5s")).maxRetries()).isEqualTo(2);
  }

  @Test
  void a_contradiction_is_refused() {
    assertThatThrownBy(() -> policy(Map.of("policy.delays", "1s,5s", "policy.strategy", "fixed")))
        .hasMessageContaining("delays cannot be combined with strategy");
    assertThatThrownBy(() -> policy(Map.of("policy.base", "pateint")))
        .hasMessageContaining("patient");
  }

  @Test
  void editors_find_every_property_with_its_description_and_the_presets() throws IOException {
    try (InputStream metadata =
        PropertiesTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      assertThat(metadata).isNotNull();
      String json = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(json)
          .contains("spring.taskforge.worker.concurrency", "how many jobs run at once")
          .contains("management.health.taskforge.enabled");
      assertThat(
              Pattern.compile("\"value\": \"([a-zA-Z]+)\"")
                  .matcher(json)
                  .results()
                  .map(value -> value.group(1)))
          .containsExactlyInAnyOrderElementsOf(RetryPolicies.all().keySet());
    }
  }

  @Test
  void a_native_image_can_call_handlers_and_read_their_payloads() {
    RuntimeHints hints = new RuntimeHints();
    new ReflectiveRuntimeHintsRegistrar()
        .registerRuntimeHints(hints, ShopApplication.Handlers.class);

    assertThat(hints.reflection().getTypeHint(ShopApplication.Handlers.class))
        .satisfies(type -> assertThat(type.methods()).anyMatch(m -> m.getName().equals("ship")));
    assertThat(hints.reflection().getTypeHint(ShopApplication.Order.class)).isNotNull();
  }

  record Label(String text) {}

  record Count(int orders) {}

  @Configuration(proxyBeanMethods = false)
  static class Handlers {
    @Bean("print-label")
    PayloadHandler<Label> labels() {
      return label -> {};
    }

    @JobHandler("count")
    Count count() {
      return new Count(1);
    }
  }

  @Test
  void a_native_image_has_results_payloads_of_handler_beans_and_migrations() {
    GenericApplicationContext application = new AnnotationConfigApplicationContext();
    application.registerBean(Handlers.class);
    application.registerBean(TaskForgeAutoConfiguration.class);
    GenerationContext image =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get(PropertiesTest.class)),
            new InMemoryGeneratedFiles());

    new ApplicationContextAotGenerator().processAheadOfTime(application, image);

    RuntimeHints hints = image.getRuntimeHints();
    assertThat(hints.reflection().getTypeHint(Label.class)).isNotNull();
    assertThat(hints.reflection().getTypeHint(Count.class)).isNotNull();
    assertThat(
            RuntimeHintsPredicates.resource()
                .forResource("io/taskforge/jdbc/postgres/V001_schema.sql"))
        .accepts(hints);
  }
}
