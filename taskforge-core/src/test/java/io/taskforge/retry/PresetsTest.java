package io.taskforge.retry;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The exact values of the presets. */
class PresetsTest {
  private static final FailureFilter NONE = FailureFilter.NONE;

  @Test
  void the_presets_have_exactly_these_values() {
    FailureFilter passing =
        FailureFilter.of(
            Set.of(Errors.TIMEOUT, Errors.CONNECTION_ERROR, Errors.TEMPORARY_FAILURE),
            Set.of(500, 502, 503, 504));
    FailureFilter lasting =
        FailureFilter.of(
            Set.of(
                ErrorType.of("ValidationError"),
                ErrorType.of("NotFoundError"),
                ErrorType.of("UnauthorizedError"),
                ErrorType.of("ForbiddenError"),
                ErrorType.of("SyntaxError")),
            Set.of());
    Backoff.Exponential second = new Backoff.Exponential(ofSeconds(1), 2);
    Jitter tenth = Jitter.proportional(0.1);
    Jitter fifth = Jitter.proportional(0.2);
    Backoff webhook = new Backoff.Listed(List.of(ofSeconds(30), ofSeconds(60), ofSeconds(120)));
    Backoff half = new Backoff.Exponential(ofMillis(500), 2);
    Backoff minute = new Backoff.Exponential(ofMinutes(1), 2);
    Backoff quick = new Backoff.Exponential(ofMillis(100), 2);

    assertThat(RetryPolicies.all())
        .containsExactly(
            Map.entry("default", policy(3, second, 300_000, tenth, NONE, NONE)),
            Map.entry("standard", policy(2, second, 300_000, tenth, passing, NONE)),
            Map.entry("webhook", policy(3, webhook, 120_000, Jitter.none(), NONE, NONE)),
            Map.entry("fullJitter", policy(3, half, 30_000, Jitter.full(), NONE, NONE)),
            Map.entry("scheduler", policy(3, second, 300_000, Jitter.none(), NONE, NONE)),
            Map.entry("patient", policy(3, minute, 3_600_000, fifth, NONE, lasting)),
            Map.entry("conservative", policy(5, second, 60_000, Jitter.full(), NONE, NONE)),
            Map.entry("aggressive", policy(2, quick, 5_000, Jitter.full(), NONE, NONE)),
            Map.entry("once", policy(0, second, 300_000, Jitter.none(), NONE, NONE)));
  }

  private static RetryPolicy policy(
      int retries,
      Backoff backoff,
      long capMillis,
      Jitter jitter,
      FailureFilter retryOn,
      FailureFilter neverOn) {
    return RetryPolicy.of(backoff)
        .maxRetries(retries)
        .cappedAt(ofMillis(capMillis))
        .jitter(jitter)
        .retryOn(retryOn)
        .never(neverOn)
        .maxRetryAfter(ofHours(1));
  }

  @Test
  void standard_makes_three_attempts_and_once_makes_one() {
    assertThat(RetryPolicies.STANDARD.maxAttempts()).isEqualTo(3);
    assertThat(RetryPolicies.ONCE.maxAttempts()).isEqualTo(1);
  }

  @Test
  void the_presets_cannot_be_changed() {
    assertThatThrownBy(() -> RetryPolicies.all().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void names_are_ordered_and_printed_as_their_text() {
    assertThat(new PolicyName("a")).isLessThan(new PolicyName("b")).hasToString("a");
  }
}
