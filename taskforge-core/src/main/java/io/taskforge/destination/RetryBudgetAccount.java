package io.taskforge.destination;

import java.time.Duration;

/**
 * The account of a {@link RetryBudget}: how many retries are due at which time. A retry that is
 * beyond the budget gets the next free time, so that postponed retries do not all start at once.
 * Immutable; has no clock: callers pass the nanoseconds of a monotonic ticker.
 *
 * @param firstAttempts first attempts per interval, exponentially smoothed
 * @param tokens retries that are allowed now; negative if that many were postponed
 * @param at when it was last changed
 */
public record RetryBudgetAccount(double firstAttempts, double tokens, long at) {
  /** A new account, with one interval of the minimum rate. */
  public static RetryBudgetAccount opened(RetryBudget budget, long now) {
    return new RetryBudgetAccount(0, most(budget, 0), now);
  }

  /** The account after a retry was scheduled. */
  public record Scheduled(RetryBudgetAccount account, Duration delay) {}

  /** Returns this account after first attempts have started. */
  public RetryBudgetAccount started(RetryBudget budget, int attempts, long now) {
    RetryBudgetAccount current = at(budget, now);
    return new RetryBudgetAccount(current.firstAttempts + attempts, current.tokens, current.at);
  }

  /**
   * Schedules a retry that would start after {@code delay}. Returns the delay with which it is
   * within the budget, at least the one asked for.
   */
  public Scheduled schedule(RetryBudget budget, Duration delay, long now) {
    RetryBudgetAccount current = at(budget, now);
    double missing = 1 - current.tokens;
    Duration until =
        missing <= 0
            ? Duration.ZERO
            : Duration.ofNanos((long) (missing / perSecond(budget, current.firstAttempts) * 1e9));
    RetryBudgetAccount taken =
        new RetryBudgetAccount(current.firstAttempts, current.tokens - 1, current.at);
    return new Scheduled(taken, until.compareTo(delay) > 0 ? until : delay);
  }

  private RetryBudgetAccount at(RetryBudget budget, long now) {
    double passed = Math.max(0, (now - at) / 1e9);
    double smoothed = firstAttempts * Math.exp(-passed / seconds(budget));
    double filled = tokens + passed * perSecond(budget, (firstAttempts + smoothed) / 2);
    return new RetryBudgetAccount(smoothed, Math.min(most(budget, smoothed), filled), now);
  }

  private static double perSecond(RetryBudget budget, double firstAttempts) {
    double share = budget.percent() / 100.0 * firstAttempts / seconds(budget);
    return Math.max(share, budget.minimumPerSecond());
  }

  private static double most(RetryBudget budget, double firstAttempts) {
    return Math.max(1, perSecond(budget, firstAttempts) * seconds(budget));
  }

  private static double seconds(RetryBudget budget) {
    return budget.interval().toNanos() / 1e9;
  }
}
