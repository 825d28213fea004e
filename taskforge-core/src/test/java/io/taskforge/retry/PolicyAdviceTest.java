package io.taskforge.retry;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolicyAdviceTest {
  private static final RetryPolicy RECOMMENDED =
      RetryPolicy.exponential(ofSeconds(1))
          .cappedAt(ofMinutes(5))
          .jitter(Jitter.proportional(0.1))
          .maxRetries(2);

  @Test
  void values_at_both_ends_of_the_ranges_need_no_advice() {
    assertThat(PolicyAdvice.on(RECOMMENDED)).isEmpty();
    assertThat(
            PolicyAdvice.on(
                RECOMMENDED
                    .backoff(new Backoff.Exponential(ofSeconds(5), 2))
                    .cappedAt(ofMinutes(10))
                    .jitter(Jitter.proportional(0.25))
                    .maxRetries(4)))
        .isEmpty();
    assertThat(PolicyAdvice.on(RECOMMENDED.jitter(Jitter.full()))).isEmpty();
  }

  @Test
  void each_value_outside_its_range_has_one_advice() {
    assertAdvice(RECOMMENDED.maxRetries(1), "maxRetries is 1; 2 to 4 is recommended");
    assertAdvice(RECOMMENDED.maxRetries(5), "maxRetries is 5; 2 to 4 is recommended");
    assertAdvice(
        RECOMMENDED.backoff(new Backoff.Exponential(Duration.ofMillis(999), 2)),
        "the first delay is 999ms; 1s to 5s is recommended");
    assertAdvice(
        RECOMMENDED.backoff(new Backoff.Linear(Duration.ofMillis(5_001), ofSeconds(1))),
        "the first delay is 5.001s; 1s to 5s is recommended");
    assertAdvice(
        RECOMMENDED.cappedAt(ofSeconds(299)), "maxDelay is 4m59s; 5m to 10m is recommended");
    assertAdvice(
        RECOMMENDED.cappedAt(ofSeconds(601)), "maxDelay is 10m1s; 5m to 10m is recommended");
    assertAdvice(RECOMMENDED.multipliedBy(1.5), "backoff.multiplier is 1.5; 2 is recommended");
    assertAdvice(
        RECOMMENDED.jitter(Jitter.none()),
        "there is no jitter; proportional jitter of 0.1 to 0.25 is recommended");
    assertAdvice(
        RECOMMENDED.jitter(Jitter.proportional(0.09)),
        "jitter.factor is 0.09; 0.1 to 0.25 is recommended");
    assertAdvice(
        RECOMMENDED.jitter(Jitter.proportional(0.3)),
        "jitter.factor is 0.3; 0.1 to 0.25 is recommended");
  }

  @Test
  void delays_that_do_not_grow_need_no_cap_and_one_attempt_needs_no_delay() {
    RetryPolicy fixed = RetryPolicy.fixed(ofSeconds(3)).jitter(Jitter.proportional(0.2));

    assertThat(PolicyAdvice.on(fixed)).isEmpty();
    assertAdvice(RetryPolicies.ONCE, "maxRetries is 0; 2 to 4 is recommended");
  }

  private static void assertAdvice(RetryPolicy policy, String advice) {
    assertThat(PolicyAdvice.on(policy)).containsExactly(advice);
  }
}
