package io.taskforge.retry;

import io.taskforge.failure.ErrorType;
import io.taskforge.text.DurationText;
import java.time.Duration;

/**
 * Why there is no retry, with what the decision looked at. The text is made when it is asked for,
 * as for {@link DelayExplanation}.
 *
 * @param error what the attempt failed with
 * @param delay until the retry that would come too late, in nanoseconds; 0 for other reasons
 */
public record GiveUp(
    GiveUpReason reason,
    RetryPolicy policy,
    ErrorType error,
    RetrySituation situation,
    long delay) {
  /** The reason in words, with its figures. */
  public String detail() {
    return switch (reason) {
      case RETRIES_EXHAUSTED ->
          "%d of %d attempts failed, the last with %s"
              .formatted(situation.failures(), policy.maxAttempts(), error);
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

  /** A sum of foreign durations may overflow. */
  private Duration startsAfterFirst() {
    return Duration.ofNanos(SaturatingMath.plus(RetryDecider.nanos(situation.elapsed()), delay));
  }
}
