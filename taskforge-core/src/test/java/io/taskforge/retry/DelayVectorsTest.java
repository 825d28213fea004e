package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Delays against test vectors shared with other implementations. */
class DelayVectorsTest {
  private static final JsonNode VECTORS = vectors();

  private static JsonNode vectors() {
    try (InputStream file = DelayVectorsTest.class.getResourceAsStream("delays.json")) {
      return JsonMapper.builder().build().readTree(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> every_retry_of_every_policy_has_the_figures_of_the_file() {
    return policies()
        .flatMap(
            vector ->
                vector
                    .get("delays")
                    .valueStream()
                    .map(
                        delay ->
                            dynamicTest(
                                vector.get("name").stringValue() + ", retry " + delay.get("retry"),
                                () -> check(policy(vector), delay))));
  }

  @TestFactory
  Stream<DynamicTest> every_policy_that_is_named_like_a_preset_is_that_preset() {
    return policies()
        .filter(vector -> RetryPolicies.all().containsKey(vector.get("name").stringValue()))
        .map(
            vector ->
                dynamicTest(
                    vector.get("name").stringValue(),
                    () -> {
                      RetryPolicy preset =
                          Objects.requireNonNull(
                              RetryPolicies.all().get(vector.get("name").stringValue()));
                      RetryPolicy read = policy(vector);
                      assertThat(preset.maxRetries()).isEqualTo(read.maxRetries());
                      assertThat(preset.backoff()).isEqualTo(read.backoff());
                      assertThat(preset.maxDelay()).isEqualTo(read.maxDelay());
                      assertThat(preset.jitter()).isEqualTo(read.jitter());
                    }));
  }

  @Test
  void the_file_has_thirteen_policies_with_twelve_retries_and_seven_presets() {
    assertThat(policies()).hasSize(13);
    assertThat(policies()).allSatisfy(p -> assertThat(p.get("delays").size()).isEqualTo(12));
    assertThat(policies().map(p -> p.get("name").stringValue()))
        .filteredOn(RetryPolicies.all()::containsKey)
        .containsExactlyInAnyOrder(
            "standard",
            "webhook",
            "fullJitter",
            "conservative",
            "aggressive",
            "scheduler",
            "patient");
  }

  private static Stream<JsonNode> policies() {
    return VECTORS.get("policies").valueStream();
  }

  private static void check(RetryPolicy policy, JsonNode delay) {
    DelayRange range = policy.range(delay.get("retry").intValue());
    assertThat(range.base()).isEqualTo(millis(delay.get("baseMs")));
    assertThat(range.min()).isEqualTo(millis(delay.get("minMs")));
    assertThat(range.max()).isEqualTo(millis(delay.get("maxMs")));
  }

  private static RetryPolicy policy(JsonNode vector) {
    return RetryPolicy.of(backoff(vector.get("backoff")))
        .cappedAt(millis(vector.get("maxDelayMs")))
        .jitter(jitter(vector.get("jitter")))
        .maxRetries(vector.get("maxRetries").intValue());
  }

  private static Backoff backoff(JsonNode node) {
    return switch (node.get("strategy").stringValue()) {
      case "fixed" -> new Backoff.Fixed(millis(node.get("delayMs")));
      case "linear" ->
          new Backoff.Linear(millis(node.get("initialMs")), millis(node.get("incrementMs")));
      case "exponential" ->
          new Backoff.Exponential(
              millis(node.get("initialMs")), node.get("multiplier").doubleValue());
      case "fibonacci" -> new Backoff.Fibonacci(millis(node.get("baseMs")));
      case "list" -> new Backoff.Listed(listed(node.get("delaysMs")));
      default -> throw new AssertionError("a strategy that this test does not know: " + node);
    };
  }

  private static List<Duration> listed(JsonNode array) {
    return array.valueStream().map(DelayVectorsTest::millis).toList();
  }

  private static Jitter jitter(JsonNode node) {
    return switch (node.get("type").stringValue()) {
      case "none" -> Jitter.none();
      case "proportional" -> Jitter.proportional(node.get("factor").doubleValue());
      case "full" -> Jitter.full();
      case "equal" -> Jitter.equal();
      default -> throw new AssertionError("a jitter that this test does not know: " + node);
    };
  }

  private static Duration millis(JsonNode number) {
    BigDecimal nanos = number.decimalValue().movePointRight(6);
    return Duration.ofNanos(nanos.longValueExact());
  }
}
