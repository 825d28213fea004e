package io.taskforge.simulator;

import io.taskforge.destination.RetryBudget;
import io.taskforge.destination.RetryBudgetAccount;
import java.time.Duration;

/** Postpones the retries that are beyond a retry budget. */
final class BudgetLimit {
  private final RetryBudget budget;
  private RetryBudgetAccount account;

  BudgetLimit(RetryBudget budget) {
    this.budget = budget;
    this.account = RetryBudgetAccount.opened(budget, 0);
  }

  void firstAttempt(long now) {
    account = account.started(budget, 1, now);
  }

  /** Returns the delay of a retry, at least {@code delay}. */
  Duration scheduled(Duration delay, long now) {
    RetryBudgetAccount.Scheduled scheduled = account.schedule(budget, delay, now);
    account = scheduled.account();
    return scheduled.delay();
  }
}
