package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.retry.Backoff.Exponential;
import io.taskforge.retry.Backoff.Fibonacci;
import io.taskforge.retry.Backoff.Fixed;
import io.taskforge.retry.Backoff.Linear;
import io.taskforge.retry.Backoff.Listed;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.jspecify.annotations.Nullable;

/** Generators of valid policies, failures and contexts. */
final class PolicyArbitraries {
  private static final long LONGEST_NANOS = PolicyLimits.MAX_DURATION.toNanos();

  private PolicyArbitraries() {}

  static Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1, LONGEST_NANOS).map(Duration::ofNanos),
        Arbitraries.longs().between(1, 100_000).map(Duration::ofMillis),
        Arbitraries.longs().between(1, 100_000).map(Duration::ofSeconds));
  }

  static Arbitrary<Duration> durationsFromZero() {
    return Arbitraries.oneOf(durations(), Arbitraries.just(Duration.ZERO));
  }

  static Arbitrary<Double> multipliers() {
    return Arbitraries.oneOf(
        Arbitraries.doubles().between(1, 10).ofScale(3),
        Arbitraries.of(1.0, Math.nextUp(1.0), 1.5, 1e6, 1e300, Double.MAX_VALUE));
  }

  /** The strategies whose base delay never decreases. */
  static Arbitrary<Backoff> growing() {
    return Arbitraries.oneOf(
        Combinators.combine(durations(), durationsFromZero()).as(Linear::new),
        Combinators.combine(durations(), multipliers()).as(Exponential::new),
        durations().map(Fibonacci::new));
  }

  static Arbitrary<Backoff> backoffs() {
    return Arbitraries.oneOf(
        growing(),
        durations().map(Fixed::new),
        durations().list().ofMinSize(1).ofMaxSize(8).map(Listed::new));
  }

  static Arbitrary<Jitter> jitters() {
    return Arbitraries.oneOf(
        Arbitraries.of(Jitter.none(), Jitter.full(), Jitter.equal(), Jitter.decorrelated()),
        Arbitraries.doubles().between(0, 1).ofScale(4).map(Jitter::proportional),
        Arbitraries.of(0.0, Double.MIN_VALUE, 1.0 / 3, 1.0).map(Jitter::proportional));
  }

  static Arbitrary<ErrorType> errorTypes() {
    return Arbitraries.oneOf(
        Arbitraries.of(Errors.TIMEOUT, Errors.CONNECTION_ERROR, Errors.VALIDATION, ErrorType.ANY),
        Arbitraries.strings()
            .ofMinLength(1)
            .ofMaxLength(30)
            .filter(ErrorType::isLegal)
            .map(ErrorType::of));
  }

  static Arbitrary<FailureFilter> filters() {
    return Arbitraries.oneOf(
        Arbitraries.just(FailureFilter.NONE),
        Combinators.combine(
                errorTypes().set().ofMaxSize(4),
                Arbitraries.integers().between(100, 599).set().ofMaxSize(4))
            .as(FailureFilter::of));
  }

  static Arbitrary<RetryPolicy> policies() {
    return policies(backoffs());
  }

  static Arbitrary<RetryPolicy> policies(Arbitrary<? extends Backoff> backoffs) {
    return Combinators.combine(
            backoffs,
            durationsFromZero(),
            jitters(),
            Arbitraries.integers().between(0, PolicyLimits.MAX_RETRIES),
            filters(),
            filters(),
            optional(durations()),
            durationsFromZero())
        .as(
            (backoff, room, jitter, retries, retryOn, neverOn, maxElapsed, maxRetryAfter) ->
                RetryPolicy.of(backoff)
                    .maxRetries(retries)
                    .cappedAt(capAbove(backoff.delay(1), room))
                    .jitter(jitter)
                    .retryOn(retryOn)
                    .never(neverOn)
                    .within(maxElapsed)
                    .maxRetryAfter(maxRetryAfter));
  }

  private static Duration capAbove(Duration first, Duration room) {
    Duration sum = first.plus(room);
    return sum.compareTo(PolicyLimits.MAX_DURATION) > 0 ? PolicyLimits.MAX_DURATION : sum;
  }

  @SuppressWarnings("NullAway") // jqwik's types lack nullness annotations
  private static <T> Arbitrary<@Nullable T> optional(Arbitrary<T> values) {
    return values.injectNull(0.5);
  }

  /** Durations of any length, as callers may pass. */
  static Arbitrary<Duration> foreignDurations() {
    return Arbitraries.oneOf(
        durationsFromZero(),
        Arbitraries.of(Backoff.LONGEST, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
  }

  static Arbitrary<Failure> failures() {
    return Combinators.combine(
            errorTypes(),
            errorTypes().set().ofMaxSize(3),
            Arbitraries.of(FailureKind.class),
            optional(Arbitraries.integers().between(100, 599)),
            optional(foreignDurations()),
            optional(foreignDurations()),
            Arbitraries.frequency(
                net.jqwik.api.Tuple.of(9, false), net.jqwik.api.Tuple.of(1, true)))
        .as(
            (type, also, kind, status, retryAfter, requested, forbidden) -> {
              Failure failure =
                  Failure.of(type, kind, "it broke")
                      .withAlsoKnownAs(also)
                      .withStatusCode(status)
                      .withRetryAfter(retryAfter)
                      .withRequestedDelay(requested);
              return forbidden ? failure.withRetryForbidden() : failure;
            });
  }

  static Arbitrary<Integer> retries() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, Integer.MAX_VALUE),
        Arbitraries.integers().between(1, 100));
  }

  static Arbitrary<RetryContext> contexts() {
    return Combinators.combine(
            retries(),
            foreignDurations(),
            optional(foreignDurations()),
            optional(
                Arbitraries.oneOf(foreignDurations(), foreignDurations().map(Duration::negated))),
            optional(Arbitraries.of(DeadLetterOn.class)))
        .as(
            (failures, elapsed, previousDelay, untilDeadline, deadLetterOn) ->
                RetryContext.afterFailures(failures)
                    .elapsed(elapsed)
                    .previousDelay(previousDelay)
                    .untilDeadline(untilDeadline)
                    .deadLetterOn(deadLetterOn));
  }
}
