package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.value.Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A retry policy: whether and when a failed job is retried. An immutable value, validated on
 * creation.
 *
 * <pre>{@code
 * RetryPolicy.exponential(ofSeconds(2)).multipliedBy(2).cappedAt(ofMinutes(10))
 *     .jitter(Jitter.full()).maxRetries(7)
 *     .retryOn(Errors.TIMEOUT).never(IllegalArgumentException.class).within(ofHours(24))
 * }</pre>
 */
public final class RetryPolicy extends Value<RetryPolicy> {
  /** The number of retries of a policy that sets none. */
  public static final int DEFAULT_MAX_RETRIES = 3;

  /** The longest Retry-After that a policy honours by default. */
  public static final Duration DEFAULT_MAX_RETRY_AFTER = Duration.ofHours(1);

  private static final Duration DEFAULT_MAX_DELAY = Duration.ofDays(1);

  private int maxRetries;
  private Backoff backoff;
  private Duration maxDelay;
  private Jitter jitter = Jitter.none();
  private FailureFilter retryOn = FailureFilter.NONE;
  private FailureFilter neverOn = FailureFilter.NONE;
  private @Nullable Duration maxElapsed;
  private Duration maxRetryAfter = DEFAULT_MAX_RETRY_AFTER;

  private RetryPolicy(Backoff backoff) {
    Duration first = backoff.delay(1);
    this.backoff = backoff;
    this.maxRetries =
        backoff instanceof Backoff.Listed list ? list.delays().size() : DEFAULT_MAX_RETRIES;
    this.maxDelay = first.compareTo(DEFAULT_MAX_DELAY) > 0 ? first : DEFAULT_MAX_DELAY;
    check();
  }

  @Override
  protected void check() {
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

  /** Returns a policy whose delay starts at {@code initial} and grows by {@code initial}. */
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

  /** Returns a policy with one retry for each of these delays. */
  public static RetryPolicy delays(Duration... delays) {
    return of(new Backoff.Listed(List.of(delays)));
  }

  /**
   * Returns a policy with this backoff and the defaults: 3 retries (for a list, one for each
   * delay), no jitter, and a cap of one day, or of the first delay if that is longer.
   */
  public static RetryPolicy of(Backoff backoff) {
    return new RetryPolicy(backoff);
  }

  /** Retries after the first attempt; 0 is one attempt only. */
  public int maxRetries() {
    return maxRetries;
  }

  /** The number of attempts, including the first. */
  public int maxAttempts() {
    return maxRetries + 1;
  }

  /** How delays grow with each retry. */
  public Backoff backoff() {
    return backoff;
  }

  /** The cap of delays computed by backoff and jitter. */
  public Duration maxDelay() {
    return maxDelay;
  }

  /** How delays are randomized. */
  public Jitter jitter() {
    return jitter;
  }

  /** The failures that are retried; if empty, all but permanent failures. */
  public FailureFilter retryOn() {
    return retryOn;
  }

  /** The failures that are never retried; overrides {@code retryOn}. */
  public FailureFilter neverOn() {
    return neverOn;
  }

  /** The longest time from the first attempt's start to a retry's start; null for no limit. */
  public @Nullable Duration maxElapsed() {
    return maxElapsed;
  }

  /** The longest Retry-After that is honoured; zero ignores Retry-After. */
  public Duration maxRetryAfter() {
    return maxRetryAfter;
  }

  /** Returns this policy with an exponential backoff that grows by {@code multiplier}. */
  public RetryPolicy multipliedBy(double multiplier) {
    if (backoff instanceof Backoff.Exponential exponential) {
      return backoff(new Backoff.Exponential(exponential.initial(), multiplier));
    }
    throw new IllegalStateException(
        "multipliedBy requires exponential backoff but the backoff is " + backoff.strategy());
  }

  /** Returns this policy with a linear backoff that grows by {@code increment}. */
  public RetryPolicy increasedBy(Duration increment) {
    if (backoff instanceof Backoff.Linear linear) {
      return backoff(new Backoff.Linear(linear.initial(), increment));
    }
    throw new IllegalStateException(
        "increasedBy requires linear backoff but the backoff is " + backoff.strategy());
  }

  /** Returns this policy with another backoff. */
  public RetryPolicy backoff(Backoff other) {
    return with(policy -> policy.backoff = other);
  }

  /** Returns this policy with every delay capped at {@code longest}. */
  public RetryPolicy cappedAt(Duration longest) {
    return with(policy -> policy.maxDelay = longest);
  }

  /** Returns this policy with another jitter. */
  public RetryPolicy jitter(Jitter other) {
    return with(policy -> policy.jitter = other);
  }

  /** Returns this policy with this number of retries after the first attempt. */
  public RetryPolicy maxRetries(int retries) {
    return with(policy -> policy.maxRetries = retries);
  }

  /** Returns this policy with this number of attempts, including the first; at least 1. */
  public RetryPolicy maxAttempts(int attempts) {
    return maxRetries(attempts - 1);
  }

  /** Adds error types to the retry list; failures not on the list are no longer retried. */
  public RetryPolicy retryOn(ErrorType... errors) {
    return retryOn(retryOn.and(errors));
  }

  /** Adds an exception class to the retry list. */
  public RetryPolicy retryOn(Class<? extends Throwable> exception) {
    return retryOn(retryOn.and(ErrorType.of(exception)));
  }

  /** Adds HTTP status codes to the retry list. */
  public RetryPolicy retryOnStatus(int... statusCodes) {
    return retryOn(retryOn.andStatus(statusCodes));
  }

  /** Replaces the retry list. */
  public RetryPolicy retryOn(FailureFilter filter) {
    return with(policy -> policy.retryOn = filter);
  }

  /** Adds error types to the never list, which overrides the retry list. */
  public RetryPolicy never(ErrorType... errors) {
    return never(neverOn.and(errors));
  }

  /** Adds an exception class to the never list; also matches causes of this class. */
  public RetryPolicy never(Class<? extends Throwable> exception) {
    return never(neverOn.and(ErrorType.of(exception)));
  }

  /** Adds HTTP status codes to the never list. */
  public RetryPolicy neverOnStatus(int... statusCodes) {
    return never(neverOn.andStatus(statusCodes));
  }

  /** Replaces the never list. */
  public RetryPolicy never(FailureFilter filter) {
    return with(policy -> policy.neverOn = filter);
  }

  /**
   * Returns this policy with no retry starting later than {@code limit} after the first attempt;
   * null for no limit.
   */
  public RetryPolicy within(@Nullable Duration limit) {
    return with(policy -> policy.maxElapsed = limit);
  }

  /** Returns this policy honouring Retry-After up to {@code longest}; zero ignores it. */
  public RetryPolicy maxRetryAfter(Duration longest) {
    return with(policy -> policy.maxRetryAfter = longest);
  }

  /**
   * Decides what happens after {@code failure}. A pure function of its arguments and the random
   * source's state.
   */
  public RetryDecision decide(Failure failure, RetryContext context, RandomGenerator random) {
    return RetryDecider.decide(this, failure, context, random);
  }

  /** Returns what {@link #decide} would do, with the delay's range instead of a picked delay. */
  public RetryRecommendation recommend(Failure failure, RetryContext context) {
    return RetryDecider.recommend(this, failure, context);
  }

  /**
   * Returns the range of the delay before retry {@code retry}, which may exceed {@code maxRetries}.
   * For decorrelated jitter, which depends on the previous delay, this is the widest possible
   * range.
   */
  public DelayRange range(int retry) {
    return RetryDecider.range(this, retry);
  }

  @Override
  protected List<@Nullable Object> fields() {
    return Arrays.asList(
        maxRetries, backoff, maxDelay, jitter, retryOn, neverOn, maxElapsed, maxRetryAfter);
  }
}
