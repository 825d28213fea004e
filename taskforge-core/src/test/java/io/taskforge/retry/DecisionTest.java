package io.taskforge.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a failure is retried, and why not. */
class DecisionTest {
  private static final RetryPolicy POLICY = RetryPolicy.fixed(ofSeconds(10));
  private static final Failure TIMEOUT =
      Failure.of(Errors.TIMEOUT, FailureKind.TRANSIENT, "no answer");
  private static final Failure INVALID =
      Failure.of(Errors.VALIDATION, FailureKind.PERMANENT, "no address");
  private static final Failure HTTP_503 =
      FailureClassifier.standard().classify(ReportedError.ofStatus(503), "Service Unavailable");
  private static final RetryContext FIRST = RetryContext.afterFailures(1);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 1_000_000})
  void a_job_is_retried_at_most_max_retries_times(int maxRetries) {
    RetryPolicy policy = POLICY.maxRetries(maxRetries);

    if (maxRetries > 0) {
      assertRetried(decide(policy, TIMEOUT, RetryContext.afterFailures(maxRetries)));
    }
    RetryContext used = RetryContext.afterFailures(maxRetries + 1);
    assertThat(reason(decide(policy, TIMEOUT, used))).isEqualTo(GiveUpReason.RETRIES_EXHAUSTED);
    assertThat(policy.recommend(TIMEOUT, used).maxAttemptsReached()).isTrue();
    assertThat(policy.maxAttempts()).isEqualTo(maxRetries + 1);
  }

  @Test
  void max_attempts_includes_the_first_attempt() {
    assertThat(POLICY.maxAttempts(1)).isEqualTo(POLICY.maxRetries(0));
    assertThat(POLICY.maxAttempts(4)).isEqualTo(POLICY.maxRetries(3));
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void without_a_retry_list_all_but_permanent_failures_are_retried(FailureKind kind) {
    Failure failure = Failure.of(ErrorType.of("odd"), kind, "odd");

    RetryDecision decision = decide(POLICY, failure, FIRST);

    if (kind == FailureKind.PERMANENT) {
      assertThat(reason(decision)).isEqualTo(GiveUpReason.PERMANENT_FAILURE);
    } else {
      assertRetried(decision);
    }
  }

  @Test
  void only_failures_on_the_retry_list_are_retried() {
    RetryPolicy policy = POLICY.retryOn(Errors.VALIDATION).retryOnStatus(503);

    assertRetried(decide(policy, INVALID, FIRST));
    assertRetried(decide(policy, HTTP_503, FIRST));
    assertThat(reason(decide(policy, TIMEOUT, FIRST))).isEqualTo(GiveUpReason.NOT_ON_RETRY_LIST);
  }

  @Test
  void error_types_are_case_insensitive() {
    assertRetried(decide(POLICY.retryOn(ErrorType.of("VALIDATIONerror")), INVALID, FIRST));
  }

  @Test
  void the_retry_list_matches_broader_types() {
    assertRetried(decide(POLICY.retryOn(ErrorType.of("http_5xx")), HTTP_503, FIRST));
  }

  @Test
  void exception_classes_can_be_on_either_list() {
    Failure failure =
        FailureClassifier.standard().classify(new NumberFormatException("not a number"));

    assertRetried(decide(POLICY.retryOn(IllegalArgumentException.class), failure, FIRST));
    assertThat(reason(decide(POLICY.never(IllegalArgumentException.class), failure, FIRST)))
        .isEqualTo(GiveUpReason.ON_NEVER_LIST);
  }

  @Test
  void the_wildcard_matches_every_failure_on_either_list() {
    assertRetried(decide(POLICY.retryOn(ErrorType.ANY), INVALID, FIRST));
    assertThat(reason(decide(POLICY.never(ErrorType.ANY), TIMEOUT, FIRST)))
        .isEqualTo(GiveUpReason.ON_NEVER_LIST);
  }

  @Test
  void the_never_list_overrides_the_retry_list() {
    RetryPolicy byName = POLICY.retryOn(Errors.TIMEOUT).never(Errors.TIMEOUT);
    RetryPolicy byStatus = POLICY.retryOn(ErrorType.ANY).neverOnStatus(503);

    assertThat(reason(decide(byName, TIMEOUT, FIRST))).isEqualTo(GiveUpReason.ON_NEVER_LIST);
    assertThat(reason(decide(byStatus, HTTP_503, FIRST))).isEqualTo(GiveUpReason.ON_NEVER_LIST);
    assertRetried(decide(byStatus, TIMEOUT, FIRST));
  }

  @Test
  void do_not_retry_is_final() {
    RetryPolicy policy = POLICY.retryOn(ErrorType.ANY);

    assertThat(reason(decide(policy, TIMEOUT.withRetryForbidden(), FIRST)))
        .isEqualTo(GiveUpReason.FORBIDDEN_BY_HANDLER);
  }

  @Test
  void a_retry_may_start_at_the_maximum_elapsed_time_and_not_after_it() {
    RetryPolicy policy = POLICY.within(ofMinutes(1));

    assertRetried(decide(policy, TIMEOUT, FIRST.elapsed(ofSeconds(50))));
    assertThat(reason(decide(policy, TIMEOUT, FIRST.elapsed(ofSeconds(50).plusNanos(1)))))
        .isEqualTo(GiveUpReason.TIME_EXHAUSTED);
  }

  @Test
  void a_retry_may_start_at_the_deadline_and_not_after_it() {
    assertRetried(decide(POLICY, TIMEOUT, FIRST.untilDeadline(ofSeconds(10))));
    assertThat(reason(decide(POLICY, TIMEOUT, FIRST.untilDeadline(ofMillis(9_999)))))
        .isEqualTo(GiveUpReason.DEADLINE);
    assertThat(reason(decide(POLICY, TIMEOUT, FIRST.untilDeadline(ofSeconds(-1)))))
        .isEqualTo(GiveUpReason.DEADLINE);
  }

  @Test
  void time_limits_apply_to_the_chosen_delay() {
    Failure patient = TIMEOUT.withRequestedDelay(ofMinutes(5));

    assertThat(reason(decide(POLICY.within(ofMinutes(4)), patient, FIRST)))
        .isEqualTo(GiveUpReason.TIME_EXHAUSTED);
    assertRetried(
        decide(POLICY, TIMEOUT.withRequestedDelay(ofNanos(1)), FIRST.untilDeadline(ofNanos(1))));
  }

  @Test
  void retry_after_is_the_minimum_delay() {
    assertThat(delay(POLICY, TIMEOUT.withRetryAfter(ofSeconds(30)))).isEqualTo(ofSeconds(30));
    assertThat(delay(POLICY, TIMEOUT.withRetryAfter(ofSeconds(5)))).isEqualTo(ofSeconds(10));
    assertThat(delay(POLICY, TIMEOUT.withRetryAfter(ofSeconds(10)))).isEqualTo(ofSeconds(10));
  }

  @Test
  void retry_after_may_exceed_the_cap_but_not_max_retry_after() {
    RetryPolicy policy = POLICY.cappedAt(ofSeconds(20)).maxRetryAfter(ofMinutes(2));

    assertThat(delay(policy, TIMEOUT.withRetryAfter(ofMinutes(2)))).isEqualTo(ofMinutes(2));
    assertThat(delay(policy, TIMEOUT.withRetryAfter(ofMinutes(3)))).isEqualTo(ofMinutes(2));
    assertThat(override(policy, TIMEOUT.withRetryAfter(ofMinutes(2))))
        .isEqualTo(DelayOverride.RETRY_AFTER);
    assertThat(override(policy, TIMEOUT.withRetryAfter(ofMinutes(3))))
        .isEqualTo(DelayOverride.RETRY_AFTER_CUT);
  }

  @Test
  void a_max_retry_after_of_zero_ignores_retry_after() {
    RetryPolicy policy = POLICY.maxRetryAfter(Duration.ZERO);

    RetryDecision.Retry retry = retry(policy, TIMEOUT.withRetryAfter(ofMinutes(3)));

    assertThat(retry.delay()).isEqualTo(ofSeconds(10));
    assertThat(retry.explanation().override()).isNull();
  }

  @Test
  void the_handlers_delay_replaces_every_other() {
    Failure failure = TIMEOUT.withRetryAfter(ofMinutes(30)).withRequestedDelay(ofSeconds(3));

    assertThat(delay(POLICY, failure)).isEqualTo(ofSeconds(3));
    assertThat(override(POLICY, failure)).isEqualTo(DelayOverride.HANDLER);
    assertThat(delay(POLICY, TIMEOUT.withRequestedDelay(Duration.ZERO))).isZero();
  }

  @Test
  void a_retry_requested_by_the_handler_overrides_all_but_the_never_list() {
    Failure gone =
        Failure.of(Errors.NOT_FOUND, FailureKind.PERMANENT, "not yet")
            .withRequestedDelay(ofSeconds(3));

    assertThat(delay(POLICY, gone)).isEqualTo(ofSeconds(3));
    assertThat(delay(POLICY.retryOn(Errors.TIMEOUT), gone)).isEqualTo(ofSeconds(3));
    assertThat(
            POLICY
                .never(Errors.NOT_FOUND)
                .decide(gone, RetryContext.afterFailures(1), new SplittableRandom(1)))
        .isInstanceOf(RetryDecision.Fail.class);
    assertThat(
            POLICY
                .maxRetries(0)
                .decide(gone, RetryContext.afterFailures(1), new SplittableRandom(1)))
        .isInstanceOf(RetryDecision.Fail.class);
  }

  @Test
  void a_recommendation_has_the_range_of_the_delay() {
    RetryPolicy policy = POLICY.jitter(Jitter.equal()).maxRetryAfter(ofMinutes(1));

    assertThat(range(policy, TIMEOUT)).hasToString("5s to 10s");
    assertThat(range(policy, TIMEOUT.withRetryAfter(ofSeconds(7)))).hasToString("7s to 10s");
    assertThat(range(policy, TIMEOUT.withRetryAfter(ofSeconds(2)))).hasToString("5s to 10s");
    assertThat(range(policy, TIMEOUT.withRetryAfter(ofMinutes(9)))).hasToString("1m");
    assertThat(range(policy, TIMEOUT.withRequestedDelay(ofSeconds(1)))).hasToString("1s");
  }

  @Test
  void a_recommendation_numbers_attempts_from_one() {
    RetryRecommendation advice = POLICY.recommend(TIMEOUT, RetryContext.afterFailures(2));

    assertThat(advice.shouldRetry()).isTrue();
    assertThat(advice.maxAttemptsReached()).isFalse();
    assertThat(advice.nextAttempt()).isEqualTo(3);
    assertThat(advice.reason()).isNull();
  }

  @Test
  void the_next_attempt_number_does_not_overflow() {
    RetryContext last = RetryContext.afterFailures(Integer.MAX_VALUE);

    assertThat(POLICY.recommend(TIMEOUT, last).nextAttempt()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void a_recommendation_checks_time_limits_with_the_shortest_delay() {
    RetryPolicy policy = POLICY.jitter(Jitter.equal());

    assertThat(policy.recommend(TIMEOUT, FIRST.untilDeadline(ofSeconds(5))).shouldRetry()).isTrue();
    assertThat(policy.recommend(TIMEOUT, FIRST.untilDeadline(ofSeconds(4))).reason())
        .isEqualTo(GiveUpReason.DEADLINE);
  }

  @Test
  void invalid_contexts_are_rejected() {
    assertThatThrownBy(() -> RetryContext.afterFailures(0))
        .hasMessage("failures must be at least 1 but was 0");
    assertThatThrownBy(() -> FIRST.elapsed(ofSeconds(-1)))
        .hasMessage("elapsed must not be negative but was PT-1S");
    assertThatThrownBy(() -> FIRST.previousDelay(ofSeconds(-1)))
        .hasMessage("previousDelay must not be negative but was PT-1S");
    assertThatThrownBy(() -> POLICY.range(0)).hasMessage("retry must be at least 1 but was 0");
  }

  private static RetryDecision decide(RetryPolicy policy, Failure failure, RetryContext context) {
    return policy.decide(failure, context, new Random(1));
  }

  private static RetryDecision.Retry retry(RetryPolicy policy, Failure failure) {
    return (RetryDecision.Retry) decide(policy, failure, FIRST);
  }

  private static Duration delay(RetryPolicy policy, Failure failure) {
    return retry(policy, failure).delay();
  }

  private static DelayOverride override(RetryPolicy policy, Failure failure) {
    return Objects.requireNonNull(retry(policy, failure).explanation().override());
  }

  private static DelayRange range(RetryPolicy policy, Failure failure) {
    return Objects.requireNonNull(policy.recommend(failure, FIRST).delay());
  }

  private static void assertRetried(RetryDecision decision) {
    assertThat(decision).isInstanceOf(RetryDecision.Retry.class);
  }

  private static GiveUpReason reason(RetryDecision decision) {
    assertThat(decision).isInstanceOf(RetryDecision.Fail.class);
    return ((RetryDecision.Fail) decision).reason();
  }
}
