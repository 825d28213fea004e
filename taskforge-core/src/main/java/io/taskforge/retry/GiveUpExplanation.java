package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.text.DurationText;
import java.time.Duration;

/**
 * Explains why there is no retry. Like {@link DelayExplanation}, it creates its text on demand.
 *
 * @param error the type of the failure
 * @param delay the delay before the retry that would be too late, in nanoseconds; 0 for other
 *     reasons
 */
public record GiveUpExplanation(
    GiveUpReason reason, RetryPolicy policy, ErrorType error, RetryContext context, long delay) {
  /** The details of the reason, with figures. */
  public String detail() {
    return switch (reason) {
      case RETRIES_EXHAUSTED ->
          "%d of %d attempts failed, the last with %s"
              .formatted(context.failures(), policy.maxAttempts(), error);
      case TIME_EXHAUSTED ->
          "the next retry would start "
              + DurationText.forPeople(startsAfterFirst())
              + " after the first attempt";
      case DEADLINE ->
          "the next retry would start in "
              + DurationText.forPeople(Duration.ofNanos(delay))
              + ", after the deadline";
      case FORBIDDEN_BY_HANDLER,
          ON_NEVER_LIST,
          NOT_ON_RETRY_LIST,
          PERMANENT_FAILURE,
          AT_MOST_ONCE ->
          error.name();
    };
  }

  private Duration startsAfterFirst() {
    return Duration.ofNanos(SaturatingMath.plus(RetryDecider.nanos(context.elapsed()), delay));
  }
}
