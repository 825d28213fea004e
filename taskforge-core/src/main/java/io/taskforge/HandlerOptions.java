package io.taskforge;

import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How jobs of one type are run. Used while building. */
public final class HandlerOptions {
  private @Nullable RetryPolicy retryPolicy;
  private @Nullable Duration timeout;

  HandlerOptions() {}

  /** The policy of jobs of this type that have none of their own. */
  public HandlerOptions retryPolicy(RetryPolicy policy) {
    retryPolicy = policy;
    return this;
  }

  /** How long the handler may run, for jobs that don't say so themselves. */
  public HandlerOptions timeout(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("timeout must be more than 0 but was " + limit);
    }
    timeout = limit;
    return this;
  }

  @Nullable RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  @Nullable Duration timeout() {
    return timeout;
  }
}
