package io.taskforge.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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
  void editors_find_every_property_with_its_description() throws IOException {
    try (InputStream metadata =
        PropertiesTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      assertThat(metadata).isNotNull();
      assertThat(new String(metadata.readAllBytes(), StandardCharsets.UTF_8))
          .contains("spring.taskforge.worker.concurrency", "how many jobs run at once");
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
}
