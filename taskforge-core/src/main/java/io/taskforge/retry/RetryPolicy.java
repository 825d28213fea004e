package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Whether and when a failed job is tried again. A value: immutable, comparable, checked when made.
 *
 * <pre>{@code
 * RetryPolicy.exponential(ofSeconds(2)).multipliedBy(2).cappedAt(ofMinutes(10))
 *     .jitter(Jitter.full()).maxRetries(7)
 *     .retryOn(Errors.TIMEOUT).never(IllegalArgumentException.class).within(ofHours(24))
 * }</pre>
 *
 * @param maxRetries retries after the first attempt; 0 is one attempt only
 * @param backoff how delays grow
 * @param maxDelay the cap of every delay that backoff and jitter make
 * @param jitter how delays are spread
 * @param retryOn what is retried; if it names nothing, everything but permanent failures is
 * @param neverOn what is never retried; wins over {@code retryOn}
 * @param maxElapsed no retry starts later than this after the first attempt's start; null for no
 *     limit
 * @param maxRetryAfter the longest Retry-After that is honoured; zero ignores Retry-After
 */
public record RetryPolicy(
    int maxRetries,
    Backoff backoff,
    Duration maxDelay,
    Jitter jitter,
    FailureFilter retryOn,
    FailureFilter neverOn,
    @Nullable Duration maxElapsed,
    Duration maxRetryAfter) {
  /** Retries where nothing else is said. */
  public static final int DEFAULT_MAX_RETRIES = 3;

  /** The longest Retry-After that is honoured where nothing else is said. */
  public static final Duration DEFAULT_MAX_RETRY_AFTER = Duration.ofHours(1);

  private static final Duration DEFAULT_MAX_DELAY = Duration.ofDays(1);

  public RetryPolicy {
    PolicyLimits limits = new PolicyLimits();
    limits.maxRetries("maxRetries", maxRetries);
    Duration first = backoff.delay(1);
    if (limits.positive("backoff", first)) {
      limits.cap(maxDelay, first);
    }
    if (maxElapsed != null) {
      limits.positive("maxElapsed", maxElapsed);
    }
    limits.notNegative("maxRetryAfter", maxRetryAfter);
    limits.refuseFaults();
  }

  /** Returns a policy that waits {@code delay} before each of 3 retries. */
  public static RetryPolicy fixed(Duration delay) {
    return of(new Backoff.Fixed(delay));
  }

  /** Returns a policy whose delay starts at {@code initial} and grows by as much each time. */
  public static RetryPolicy linear(Duration initial) {
    return of(new Backoff.Linear(initial, initial));
  }

  /** Returns a policy whose delay starts at {@code initial} and doubles. */
  public static RetryPolicy exponential(Duration initial) {
    return of(new Backoff.Exponential(initial, 2));
  }

  /** Returns a policy whose delays are {@code base} × 1, 1, 2, 3, 5, 8 …. */
  public static RetryPolicy fibonacci(Duration base) {
    return of(new Backoff.Fibonacci(base));
  }

  /** Returns a policy with one retry after each of these delays. */
  public static RetryPolicy delays(Duration... delays) {
    return of(new Backoff.Listed(List.of(delays)));
  }

  /**
   * Returns a policy with this backoff and what is said nowhere else: 3 retries (a list: one for
   * each delay), no jitter, and a cap of a day, or of the first delay if that is longer.
   */
  public static RetryPolicy of(Backoff backoff) {
    int retries = defaultMaxRetries(backoff);
    return new RetryPolicy(
        retries,
        backoff,
        defaultMaxDelay(backoff),
        Jitter.none(),
        FailureFilter.NONE,
        FailureFilter.NONE,
        null,
        DEFAULT_MAX_RETRY_AFTER);
  }

  public static int defaultMaxRetries(Backoff backoff) {
    return backoff instanceof Backoff.Listed list ? list.delays().size() : DEFAULT_MAX_RETRIES;
  }

  public static Duration defaultMaxDelay(Backoff backoff) {
    Duration first = backoff.delay(1);
    return first.compareTo(DEFAULT_MAX_DELAY) > 0 ? first : DEFAULT_MAX_DELAY;
  }

  /** Attempts in all, the first included. */
  public int maxAttempts() {
    return maxRetries + 1;
  }

  /** Returns this policy with an exponential backoff that grows by {@code multiplier}. */
  public RetryPolicy multipliedBy(double multiplier) {
    if (backoff instanceof Backoff.Exponential exponential) {
      return backoff(new Backoff.Exponential(exponential.initial(), multiplier));
    }
    throw new IllegalStateException(
        "multipliedBy is for exponential backoff, and this one is " + backoff.strategy());
  }

  /** Returns this policy with a linear backoff that grows by {@code increment}. */
  public RetryPolicy increasedBy(Duration increment) {
    if (backoff instanceof Backoff.Linear linear) {
      return backoff(new Backoff.Linear(linear.initial(), increment));
    }
    throw new IllegalStateException(
        "increasedBy is for linear backoff, and this one is " + backoff.strategy());
  }

  /** Returns this policy with another backoff. */
  public RetryPolicy backoff(Backoff other) {
    return new RetryPolicy(
        maxRetries, other, maxDelay, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy with every delay capped at {@code longest}. */
  public RetryPolicy cappedAt(Duration longest) {
    return new RetryPolicy(
        maxRetries, backoff, longest, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy with another jitter. */
  public RetryPolicy jitter(Jitter other) {
    return new RetryPolicy(
        maxRetries, backoff, maxDelay, other, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy with as many retries after the first attempt. */
  public RetryPolicy maxRetries(int retries) {
    return new RetryPolicy(
        retries, backoff, maxDelay, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy with as many attempts in all; at least 1. */
  public RetryPolicy maxAttempts(int attempts) {
    return maxRetries(attempts - 1);
  }

  /** Returns this policy retrying these errors too, and none that it does not name. */
  public RetryPolicy retryOn(ErrorType... errors) {
    return retryOn(retryOn.and(errors));
  }

  /** Returns this policy retrying this exception too, and none that it does not name. */
  public RetryPolicy retryOn(Class<? extends Throwable> exception) {
    return retryOn(retryOn.and(ErrorType.of(exception)));
  }

  /** Returns this policy retrying these HTTP status codes too, and none that it does not name. */
  public RetryPolicy retryOnStatus(int... statusCodes) {
    return retryOn(retryOn.andStatus(statusCodes));
  }

  /** Returns this policy with another list of what it retries. */
  public RetryPolicy retryOn(FailureFilter filter) {
    return new RetryPolicy(
        maxRetries, backoff, maxDelay, jitter, filter, neverOn, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy never retrying these errors, even if {@code retryOn} names them. */
  public RetryPolicy never(ErrorType... errors) {
    return never(neverOn.and(errors));
  }

  /**
   * Returns this policy never retrying what this exception, or a cause of this class, makes fail.
   */
  public RetryPolicy never(Class<? extends Throwable> exception) {
    return never(neverOn.and(ErrorType.of(exception)));
  }

  /** Returns this policy never retrying these HTTP status codes. */
  public RetryPolicy neverOnStatus(int... statusCodes) {
    return never(neverOn.andStatus(statusCodes));
  }

  /** Returns this policy with another list of what it never retries. */
  public RetryPolicy never(FailureFilter filter) {
    return new RetryPolicy(
        maxRetries, backoff, maxDelay, jitter, retryOn, filter, maxElapsed, maxRetryAfter);
  }

  /** Returns this policy with no retry later than {@code limit} after the first attempt's start. */
  public RetryPolicy within(Duration limit) {
    return new RetryPolicy(
        maxRetries, backoff, maxDelay, jitter, retryOn, neverOn, limit, maxRetryAfter);
  }

  /** Returns this policy honouring Retry-After up to {@code longest}; zero ignores it. */
  public RetryPolicy maxRetryAfter(Duration longest) {
    return new RetryPolicy(
        maxRetries, backoff, maxDelay, jitter, retryOn, neverOn, maxElapsed, longest);
  }

  /**
   * Decides what happens after {@code failure}. Pure: the same arguments, and a random source in
   * the same state, give the same decision.
   */
  public RetryDecision decide(Failure failure, RetrySituation situation, RandomGenerator random) {
    return RetryDecider.decide(this, failure, situation, random);
  }

  /** Returns what {@link #decide} would do, as far as that can be said without picking a delay. */
  public RetryRecommendation recommend(Failure failure, RetrySituation situation) {
    return RetryDecider.recommend(this, failure, situation);
  }

  /**
   * Returns the interval of the delay before retry {@code retry}, which is at least 1 and may be
   * beyond {@code maxRetries}. Where the interval follows from the previous delay (decorrelated
   * jitter) this is all that can be reached.
   */
  public DelayRange range(int retry) {
    return RetryDecider.range(this, retry);
  }
}
