package io.taskforge.retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The fluent Java API and its validation. */
class RetryPolicyTest {
  private static final RetryPolicy FULL =
      RetryPolicy.exponential(ofSeconds(2))
          .multipliedBy(2)
          .cappedAt(ofMinutes(10))
          .jitter(Jitter.full())
          .maxRetries(7)
          .retryOn(Errors.TIMEOUT)
          .retryOnStatus(503)
          .never(ErrorType.of("ValidationError"))
          .within(ofHours(24));

  @Test
  void the_java_and_json_forms_are_the_same_policy() {
    String json =
        """
        {"maxRetries":7,"backoff":{"strategy":"exponential","initial":"2s","multiplier":2.0},\
        "maxDelay":"10m","jitter":{"type":"full"},"retryOn":{"errors":["timeout"],\
        "statusCodes":[503]},"neverOn":{"errors":["ValidationError"]},"maxElapsed":"1d",\
        "maxRetryAfter":"1h"}""";

    assertThat(RetryPolicyJson.standard().read(json)).isEqualTo(FULL);
    assertThat(RetryPolicyJson.standard().write(FULL)).isEqualTo(json);
    assertThat(RetryPolicyJson.standard().writeIndented(FULL)).contains("\n");
  }

  @Test
  void keys_missing_in_json_have_defaults() {
    RetryPolicyJson json = RetryPolicyJson.standard();

    assertThat(json.read("{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"PT1M\"}}"))
        .isEqualTo(RetryPolicy.fixed(ofMinutes(1)));
    assertThat(json.read("{\"backoff\":{\"strategy\":\"list\",\"delays\":[\"1s\",\"2d\"]}}"))
        .isEqualTo(RetryPolicy.delays(ofSeconds(1), Duration.ofDays(2)));
    assertThat(
            json.read("{\"maxAttempts\":1,\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}}"))
        .isEqualTo(RetryPolicy.fixed(ofSeconds(1)).maxRetries(0));
    assertThat(
            json.read(
                "{\"maxAttempts\":1000001,\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}}"))
        .isEqualTo(RetryPolicy.fixed(ofSeconds(1)).maxRetries(1_000_000));
  }

  @Test
  void lists_may_have_a_thousand_entries() {
    String delays = String.join(",", java.util.Collections.nCopies(1_000, "\"1s\""));
    StringBuilder errors = new StringBuilder("\"e0\"");
    for (int i = 1; i < 1_000; i++) {
      errors.append(",\"e").append(i).append('"');
    }

    RetryPolicy read =
        RetryPolicyJson.standard()
            .read(
                "{\"backoff\":{\"strategy\":\"list\",\"delays\":[%s]},\"retryOn\":{\"errors\":[%s]}}"
                    .formatted(delays, errors));

    assertThat(read.maxRetries()).isEqualTo(1_000);
    assertThat(read.retryOn().errors()).hasSize(1_000);
  }

  @Test
  void a_method_of_another_strategy_is_rejected() {
    assertThatThrownBy(() -> RetryPolicies.WEBHOOK.multipliedBy(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("multipliedBy requires exponential backoff but the backoff is list");
    assertThatThrownBy(() -> FULL.increasedBy(ofSeconds(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("increasedBy requires linear backoff but the backoff is exponential");
  }

  @Test
  void linear_grows_by_its_initial_delay_by_default() {
    assertThat(RetryPolicy.linear(ofSeconds(3)).range(4).base()).isEqualTo(ofSeconds(12));
  }

  @Test
  void the_java_form_rejects_the_same_values_as_the_json_form() {
    Duration negative = ofSeconds(-1);
    assertRefused(() -> RetryPolicy.fixed(Duration.ZERO), "backoff.delay: 0s");
    assertRefused(() -> RetryPolicy.linear(negative), "backoff.initial: PT-1S");
    assertRefused(
        () -> RetryPolicy.linear(ofSeconds(1)).increasedBy(negative), "backoff.increment: PT-1S");
    assertRefused(() -> RetryPolicy.exponential(negative), "backoff.initial: PT-1S");
    assertRefused(() -> FULL.multipliedBy(Double.NaN), "backoff.multiplier: NaN");
    assertRefused(() -> FULL.multipliedBy(0.999), "backoff.multiplier: 0.999");
    assertRefused(
        () -> FULL.multipliedBy(Double.POSITIVE_INFINITY), "backoff.multiplier: Infinity");
    assertRefused(() -> RetryPolicy.fibonacci(negative), "backoff.base: PT-1S");
    assertRefused(RetryPolicy::delays, "backoff.delays: 0 delays");
    assertRefused(() -> RetryPolicy.delays(ofSeconds(1), negative), "backoff.delays[1]: PT-1S");
    assertRefused(
        () -> new Backoff.Listed(java.util.Collections.nCopies(1_001, ofSeconds(1))),
        "backoff.delays: 1001 delays");
    assertRefused(() -> FULL.maxRetries(-1), "maxRetries: -1");
    assertRefused(() -> FULL.maxRetries(1_000_001), "maxRetries: 1000001");
    assertRefused(() -> FULL.maxAttempts(0), "maxRetries: -1");
    assertRefused(() -> FULL.cappedAt(ofSeconds(1)), "maxDelay: 1s");
    assertRefused(() -> FULL.cappedAt(Duration.ofDays(3_651)), "maxDelay: 3651d");
    assertRefused(() -> FULL.within(Duration.ZERO), "maxElapsed: 0s");
    assertRefused(() -> FULL.maxRetryAfter(negative), "maxRetryAfter: PT-1S");
    assertRefused(() -> Jitter.proportional(Double.NaN), "jitter.factor: NaN");
    assertRefused(() -> Jitter.proportional(1.1), "jitter.factor: 1.1");
    assertRefused(() -> new Jitter(Jitter.Type.FULL, 0.1), "jitter.factor: 0.1");
  }

  @Test
  void the_limits_themselves_are_allowed() {
    Duration longest = Duration.ofDays(3_650);

    RetryPolicy policy =
        RetryPolicy.fixed(longest).maxRetries(1_000_000).within(longest).maxRetryAfter(longest);

    assertThat(policy.maxDelay()).isEqualTo(longest);
    assertThat(new Backoff.Linear(longest, longest).delay(2)).isEqualTo(Duration.ofDays(7_300));
    assertThat(Jitter.proportional(1).factor()).isEqualTo(1);
  }

  @Test
  void two_faults_are_reported_at_once() {
    assertThatThrownBy(() -> new Backoff.Linear(Duration.ZERO, ofSeconds(-1)))
        .hasMessage(
            "invalid retry policy: backoff.initial: 0s is not allowed: must be more than 0s and at"
                + " most 3650d; backoff.increment: PT-1S is not allowed: must be 0s or more and at"
                + " most 3650d");
  }

  @Test
  void filters_are_immutable() {
    TreeSet<ErrorType> errors = new TreeSet<>(Set.of(Errors.TIMEOUT));
    FailureFilter filter = new FailureFilter(errors, new TreeSet<>(Set.of(503)));
    errors.clear();

    assertThat(filter.errors()).containsExactly(Errors.TIMEOUT);
    assertThat(filter.isEmpty()).isFalse();
    assertThat(FailureFilter.of(Set.of(), Set.of(503)).isEmpty()).isFalse();
    assertThat(FailureFilter.of(Set.of(), Set.of()).isEmpty()).isTrue();
    assertThatThrownBy(() -> filter.errors().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> filter.statusCodes().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    for (int status : List.of(99, 600)) {
      assertThatThrownBy(() -> FailureFilter.of(Set.of(), Set.of(status)))
          .hasMessage("HTTP status must be from 100 to 599 but was " + status);
    }
    assertThat(FailureFilter.of(Set.of(), Set.of(100, 599)).statusCodes()).hasSize(2);
  }

  @Test
  void list_methods_add_to_the_lists() {
    RetryPolicy policy =
        FULL.retryOn(IllegalStateException.class)
            .retryOnStatus(500, 502)
            .never(Error.class)
            .neverOnStatus(501);

    assertThat(policy.retryOn())
        .isEqualTo(
            FailureFilter.of(
                Set.of(Errors.TIMEOUT, ErrorType.of("java.lang.IllegalStateException")),
                Set.of(500, 502, 503)));
    assertThat(policy.neverOn())
        .isEqualTo(
            FailureFilter.of(
                Set.of(Errors.VALIDATION, ErrorType.of("java.lang.Error")), Set.of(501)));
  }

  @Test
  void error_types_ignore_case() {
    assertThat(ErrorType.of("Timeout")).isEqualTo(Errors.TIMEOUT).hasSameHashCodeAs(Errors.TIMEOUT);
    assertThat(ErrorType.of("Timeout")).hasToString("Timeout").isNotEqualTo(ErrorType.of("time"));
    assertThat(ErrorType.of("Timeout")).isEqualByComparingTo(Errors.TIMEOUT);
    assertThat(ErrorType.of("x".repeat(200)).name()).hasSize(200);
    for (String name : List.of("", "a b", "a\tb", "a\u0007", "x".repeat(201), "\uD83D\uDE00")) {
      assertThatThrownBy(() -> ErrorType.of(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("error type must be 1 to 200 characters");
    }
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable making, String fault) {
    assertThatThrownBy(making)
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageStartingWith("invalid retry policy: " + fault + " is not allowed: ");
  }
}
