package io.taskforge.retry;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A custom backoff strategy, in Java and in JSON. */
class OwnStrategyTest {
  private record Steps(Duration unit, List<Integer> factors, boolean loud) implements Backoff {
    @Override
    public String strategy() {
      return "steps";
    }

    @Override
    public Duration delay(int retry) {
      return unit.multipliedBy(factors.get(Math.min(retry, factors.size()) - 1));
    }

    static Steps read(Map<String, Object> keys) {
      if (!(keys.get("unit") instanceof String unit)) {
        throw new IllegalArgumentException("unit must be a duration");
      }
      List<Integer> factors =
          ((List<?>) keys.getOrDefault("factors", List.of(1)))
              .stream().map(factor -> ((Number) factor).intValue()).toList();
      return new Steps(
          DurationText.parse(unit), factors, keys.getOrDefault("loud", false).equals(true));
    }

    Map<String, ?> write() {
      return Map.of("unit", DurationText.format(unit), "factors", factors, "loud", loud);
    }
  }

  private static final RetryPolicyJson JSON =
      RetryPolicyJson.standard().withStrategy("steps", Steps.class, Steps::read, Steps::write);
  private static final RetryPolicy POLICY =
      RetryPolicy.of(new Steps(ofSeconds(2), List.of(1, 5, 3), true));

  @Test
  void a_custom_strategy_round_trips_through_json() {
    assertThat(JSON.read(JSON.write(POLICY))).isEqualTo(POLICY);
    assertThat(JSON.write(POLICY)).contains("\"strategy\":\"steps\"", "\"factors\":[1,5,3]");
  }

  @Test
  void delays_of_a_custom_strategy_are_capped() {
    assertThat(POLICY.cappedAt(ofSeconds(9)).range(2).base()).isEqualTo(ofSeconds(9));
    assertThat(POLICY.range(3).base()).isEqualTo(ofSeconds(6));
  }

  @Test
  void a_first_delay_of_zero_or_less_is_rejected() {
    for (Duration unit : List.of(Duration.ZERO, ofSeconds(-2))) {
      assertThatThrownBy(() -> RetryPolicy.of(new Steps(unit, List.of(1), false)))
          .isInstanceOf(InvalidPolicyException.class)
          .hasMessageContaining("backoff: " + DurationText.format(unit) + " is not allowed")
          .hasMessageContaining("must be more than 0s");
    }
  }

  @Test
  void an_exception_of_the_strategy_is_reported_as_a_fault() {
    assertThatThrownBy(() -> JSON.read("{\"maxRetries\":-1,\"backoff\":{\"strategy\":\"steps\"}}"))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("maxRetries: -1 is not allowed")
        .hasMessageContaining(
            "backoff: {\"strategy\":\"steps\"} is not allowed: unit must be a duration");
  }

  @Test
  void objects_and_nulls_are_rejected_before_the_strategy_reads_them() {
    String json = "{\"backoff\":{\"strategy\":\"steps\",\"unit\":%s}}";

    for (String unit : List.of("{\"a\":1}", "null", "[[{}]]", "[1,null]")) {
      assertThatThrownBy(() -> JSON.read(json.formatted(unit)))
          .isInstanceOf(InvalidPolicyException.class)
          .hasMessage(
              "invalid retry policy: backoff.unit: "
                  + unit
                  + " is not allowed: must be a string, a number, a boolean or a list of them");
    }
    for (String unit : List.of("1e400", "true", "[[1]]", "\"soon\"")) {
      assertThatThrownBy(() -> JSON.read(json.formatted(unit)))
          .isInstanceOf(InvalidPolicyException.class)
          .hasMessageStartingWith("invalid retry policy: backoff: {");
    }
  }

  @Test
  void an_unknown_strategy_is_rejected_with_all_known_names() {
    assertThatThrownBy(() -> JSON.read("{\"backoff\":{\"strategy\":\"stairs\"}}"))
        .hasMessageContaining("must be one of fixed, linear, exponential, fibonacci, list, steps");
  }

  @Test
  void a_strategy_name_can_be_registered_once() {
    for (String name : List.of("steps", "fixed")) {
      assertThatThrownBy(() -> JSON.withStrategy(name, Steps.class, Steps::read, Steps::write))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there is a strategy '" + name + "' already");
    }
  }

  @Test
  void a_strategy_without_a_json_form_cannot_be_written() {
    assertThatThrownBy(() -> RetryPolicyJson.standard().write(POLICY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("strategy 'steps' has no JSON form: give it one with withStrategy");
  }

  @Test
  void a_first_delay_longer_than_a_day_is_the_default_cap() {
    assertThat(RetryPolicy.fixed(ofDays(2)).maxDelay()).isEqualTo(ofDays(2));
    assertThat(RetryPolicy.fixed(ofSeconds(2)).maxDelay()).isEqualTo(ofDays(1));
  }
}
