package io.taskforge.bench;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryPolicy;
import java.util.Set;

/** What a decision has to look at besides backoff and jitter, and how it ends. */
public enum Circumstance {
  PLAIN(true),
  PREVIOUS_DELAY(true),
  ALLOW_LIST(true),
  DENY_LIST(true),
  RETRY_AFTER(true),
  RETRY_AFTER_CUT(true),
  HANDLER_DELAY(true),
  LIMITS(true),
  ALL_TOGETHER(true),

  EXHAUSTED(false),
  OUT_OF_TIME(false),
  PAST_DEADLINE(false),
  DENIED(false),
  NOT_ALLOWED(false),
  PERMANENT(false),
  FORBIDDEN(false);

  private final boolean retried;

  Circumstance(boolean retried) {
    this.retried = retried;
  }

  boolean retried() {
    return retried;
  }

  RetryPolicy policy(RetryPolicy plain) {
    return switch (this) {
      case ALLOW_LIST -> allowing(plain);
      case DENY_LIST -> denying(plain);
      case LIMITS -> plain.within(ofDays(30));
      case ALL_TOGETHER -> allowing(denying(plain)).within(ofDays(30));
      case EXHAUSTED -> plain.maxRetries(0);
      case OUT_OF_TIME -> plain.within(ofHours(24));
      case DENIED -> denying(plain).neverOnStatus(504);
      case NOT_ALLOWED -> plain.retryOn(Errors.RATE_LIMITED, Errors.OVERLOADED);
      default -> plain;
    };
  }

  Failure failure() {
    Failure timeout = timeout(FailureKind.TRANSIENT);
    return switch (this) {
      case RETRY_AFTER, ALL_TOGETHER -> timeout.withRetryAfter(ofMinutes(30));
      case RETRY_AFTER_CUT -> timeout.withRetryAfter(ofHours(2));
      case HANDLER_DELAY -> timeout.withRequestedDelay(ofSeconds(7));
      case PERMANENT -> timeout(FailureKind.PERMANENT);
      case FORBIDDEN -> timeout.withRetryForbidden();
      default -> timeout;
    };
  }

  RetryContext context(int retry) {
    RetryContext start = RetryContext.afterFailures(retry);
    return switch (this) {
      case PREVIOUS_DELAY -> start.previousDelay(ofSeconds(45));
      case LIMITS, OUT_OF_TIME -> underWay(start);
      case ALL_TOGETHER -> underWay(start).previousDelay(ofSeconds(45));
      case PAST_DEADLINE -> start.untilDeadline(ofSeconds(-90));
      default -> start;
    };
  }

  /** Its type is the last on the allow list, and its status is on no list: both are searched. */
  private static Failure timeout(FailureKind kind) {
    return Failure.of(Errors.TIMEOUT, kind, "504 from the payment gateway")
        .withAlsoKnownAs(Set.of(ErrorType.of("http_504"), ErrorType.of("http_5xx")))
        .withStatusCode(504);
  }

  private static RetryPolicy allowing(RetryPolicy policy) {
    return policy
        .retryOn(Errors.CONNECTION_ERROR, Errors.TEMPORARY_FAILURE, Errors.TIMEOUT)
        .retryOnStatus(500, 502, 503);
  }

  private static RetryPolicy denying(RetryPolicy policy) {
    return policy
        .never(
            Errors.VALIDATION,
            Errors.NOT_FOUND,
            Errors.UNAUTHORIZED,
            Errors.FORBIDDEN,
            Errors.SYNTAX)
        .neverOnStatus(400, 404, 410, 422);
  }

  private static RetryContext underWay(RetryContext context) {
    return context.elapsed(ofHours(25)).untilDeadline(ofDays(2));
  }
}
