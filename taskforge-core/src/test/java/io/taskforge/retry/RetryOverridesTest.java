package io.taskforge.retry;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** How the overrides of a job are merged with a policy. */
class RetryOverridesTest {
  private static final RetryOverrides NONE = RetryOverrides.NONE;

  @Test
  void no_override_keeps_the_policy() {
    assertThat(NONE.apply(RetryPolicies.PATIENT)).isEqualTo(RetryPolicies.PATIENT);
  }

  @Test
  void max_retries_replaces_only_the_number() {
    assertThat(NONE.maxRetries(9).apply(RetryPolicies.PATIENT))
        .isEqualTo(RetryPolicies.PATIENT.maxRetries(9));
  }

  @Test
  void a_retry_delay_is_the_first_delay_of_the_same_strategy() {
    RetryOverrides half = NONE.retryDelay(ofSeconds(30));
    assertThat(half.apply(RetryPolicy.fixed(ofSeconds(1))))
        .isEqualTo(RetryPolicy.fixed(ofSeconds(30)));
    assertThat(half.apply(RetryPolicy.linear(ofSeconds(1))))
        .isEqualTo(RetryPolicy.linear(ofSeconds(30)).increasedBy(ofSeconds(1)));
    assertThat(half.apply(RetryPolicy.exponential(ofSeconds(1)).multipliedBy(3)))
        .isEqualTo(RetryPolicy.exponential(ofSeconds(30)).multipliedBy(3));
    assertThat(half.apply(RetryPolicy.fibonacci(ofSeconds(1))))
        .isEqualTo(RetryPolicy.fibonacci(ofSeconds(30)));
  }

  @Test
  void a_list_of_delays_becomes_fixed_backoff_unless_exponential_is_asked_for() {
    RetryPolicy listed = RetryPolicy.delays(ofSeconds(5), ofSeconds(60), ofSeconds(61));
    assertThat(NONE.retryDelay(ofSeconds(2)).apply(listed))
        .isEqualTo(listed.backoff(new Backoff.Fixed(ofSeconds(2))));
    assertThat(NONE.retryDelay(ofSeconds(2)).useExponentialBackoff(true).apply(listed))
        .isEqualTo(listed.backoff(new Backoff.Exponential(ofSeconds(2), 2)));
  }

  @Test
  void the_backoff_starts_with_the_first_delay_of_the_policy() {
    RetryPolicy fibonacci = RetryPolicy.fibonacci(ofSeconds(7));
    assertThat(NONE.useExponentialBackoff(true).apply(fibonacci).backoff())
        .isEqualTo(new Backoff.Exponential(ofSeconds(7), 2));
    assertThat(NONE.useExponentialBackoff(false).apply(fibonacci).backoff())
        .isEqualTo(new Backoff.Fixed(ofSeconds(7)));
  }

  @Test
  void the_cap_is_raised_to_a_longer_first_delay() {
    assertThat(NONE.retryDelay(ofMinutes(10)).apply(RetryPolicies.DEFAULT).maxDelay())
        .isEqualTo(ofMinutes(10));
    assertThat(NONE.retryDelay(ofMinutes(1)).apply(RetryPolicies.DEFAULT).maxDelay())
        .isEqualTo(RetryPolicies.DEFAULT.maxDelay());
  }

  @Test
  void invalid_values_are_rejected() {
    assertThatThrownBy(() -> NONE.maxRetries(-1))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("maxRetries: -1 is not allowed: must be from 0 to 1000000");
    assertThatThrownBy(() -> NONE.retryDelay(Duration.ZERO))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("retryDelay: 0s is not allowed: must be more than 0s");
  }

  @Provide
  Arbitrary<RetryOverrides> overrides() {
    return Combinators.combine(
            Arbitraries.integers().between(0, PolicyLimits.MAX_RETRIES).injectNull(0.3),
            PolicyArbitraries.durations().injectNull(0.3),
            Arbitraries.of(true, false).injectNull(0.3))
        .as(RetryOverrides::new);
  }

  @Provide
  Arbitrary<RetryPolicy> policies() {
    return PolicyArbitraries.policies();
  }

  @Property(tries = 500)
  void the_result_is_a_valid_policy_with_the_overridden_values(
      @ForAll("overrides") RetryOverrides overrides, @ForAll("policies") RetryPolicy policy) {
    RetryPolicy merged = overrides.apply(policy);

    assertThat(merged.maxRetries())
        .isEqualTo(overrides.maxRetries() == null ? policy.maxRetries() : overrides.maxRetries());
    // Exponential backoff from more than 104 days is exact to 64 ns.
    assertThat(merged.backoff().delay(1))
        .isCloseTo(
            overrides.retryDelay() == null ? policy.backoff().delay(1) : overrides.retryDelay(),
            Duration.ofNanos(64));
    assertThat(merged.maxDelay()).isGreaterThanOrEqualTo(policy.maxDelay());
    assertThat(merged.jitter()).isEqualTo(policy.jitter());
    assertThat(merged.retryOn()).isEqualTo(policy.retryOn());
    assertThat(merged.neverOn()).isEqualTo(policy.neverOn());
    assertThat(merged.maxElapsed()).isEqualTo(policy.maxElapsed());
  }

  @Property(tries = 200)
  void overrides_are_read_as_they_were_written(
      @ForAll("overrides") RetryOverrides overrides, @ForAll("policies") RetryPolicy policy) {
    RetryPolicyJson json = RetryPolicyJson.standard();
    PolicyChoice inline = new PolicyChoice.Overriding(overrides, PolicyChoice.of(policy));
    PolicyChoice nearest = new PolicyChoice.Overriding(overrides, null);

    assertThat(json.readJobChoice(json.writeChoice(inline))).isEqualTo(inline);
    assertThat(json.readJobChoice(json.writeChoice(nearest))).isEqualTo(nearest);
  }
}
