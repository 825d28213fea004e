package io.taskforge.engine;

import io.taskforge.destination.RetryBudget;
import io.taskforge.destination.RetryBudgetAccount;
import io.taskforge.job.QueueName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The retry budgets of queues on this worker. Thread-safe. */
final class RetryBudgets {
  private final LongSupplier ticker;
  private final Map<QueueName, RetryBudgetAccount> accounts = new HashMap<>(); // guarded by this

  RetryBudgets(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** A first attempt of a queue's job has ended. */
  synchronized void firstAttempt(QueueName queue, @Nullable RetryBudget budget) {
    if (budget != null) {
      long now = ticker.getAsLong();
      accounts.put(queue, account(queue, budget, now).started(budget, 1, now));
    }
  }

  /** Returns the delay with which a retry is within its queue's budget. */
  synchronized Duration delay(QueueName queue, RetryBudget budget, Duration wanted) {
    long now = ticker.getAsLong();
    RetryBudgetAccount.Scheduled next = account(queue, budget, now).schedule(budget, wanted, now);
    accounts.put(queue, next.account());
    return next.delay();
  }

  private RetryBudgetAccount account(QueueName queue, RetryBudget budget, long now) {
    RetryBudgetAccount known = accounts.get(queue);
    return known == null ? RetryBudgetAccount.opened(budget, now) : known;
  }
}
