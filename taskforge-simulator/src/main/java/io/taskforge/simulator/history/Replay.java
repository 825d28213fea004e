package io.taskforge.simulator.history;

import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.RecordedAttempt.End;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Replays one job: what another policy would have made of the recorded attempts. The n-th attempt
 * is taken to end as the n-th recorded one did, and to take as long.
 *
 * @param fate how the job ends
 * @param attempts how many of the recorded attempts the policy makes
 * @param end when the last of them ends
 * @param earlier whether an attempt that succeeded starts earlier than the recorded one, so that it
 *     might have failed
 */
record Replay(Fate fate, int attempts, Instant end, boolean earlier) {
  /** How a job ends. */
  enum Fate {
    SUCCEEDS,
    GIVEN_UP,
    /** The policy makes more attempts than were recorded. */
    UNKNOWN
  }

  static Replay of(RecordedJob job, RetryPolicy policy, RandomGenerator random) {
    List<RecordedAttempt> recorded = job.attempts();
    Instant start = recorded.get(0).startedAt();
    Instant first = start;
    Duration held = Duration.ZERO;
    Duration previousDelay = null;
    int failures = 0;
    for (int i = 0; i < recorded.size(); i++) {
      RecordedAttempt attempt = recorded.get(i);
      Instant end = start.plus(attempt.duration());
      if (attempt.end() == End.SUCCEEDED) {
        boolean earlier = failures > 0 && start.isBefore(attempt.startedAt());
        return new Replay(Fate.SUCCEEDS, i + 1, end, earlier);
      }
      RecordedAttempt next = i + 1 < recorded.size() ? recorded.get(i + 1) : null;
      if (attempt.failure() == null) {
        if (next == null) {
          return new Replay(Fate.UNKNOWN, i + 1, end, false);
        }
        Duration gap = Duration.between(attempt.endedAt(), next.startedAt());
        held = attempt.end() == End.REFUNDED ? held.plus(gap) : held;
        start = end.plus(gap);
        continue;
      }
      failures++;
      RetryDecision decision =
          policy.decide(
              attempt.failure(),
              context(failures, Duration.between(first, end).minus(held), previousDelay),
              random);
      if (!(decision instanceof RetryDecision.Retry retry)) {
        return new Replay(Fate.GIVEN_UP, i + 1, end, false);
      }
      if (next == null) {
        return new Replay(Fate.UNKNOWN, i + 1, end, false);
      }
      previousDelay = retry.delay();
      start = end.plus(previousDelay);
    }
    throw new IllegalStateException("the last attempt ends the replay");
  }

  private static RetryContext context(
      int failures, Duration elapsed, @Nullable Duration previousDelay) {
    Duration positive = elapsed.isNegative() ? Duration.ZERO : elapsed;
    return RetryContext.afterFailures(failures).elapsed(positive).previousDelay(previousDelay);
  }
}
