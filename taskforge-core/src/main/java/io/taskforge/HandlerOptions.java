package io.taskforge;

import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The options of one job type. Used while building. */
public final class HandlerOptions {
  private @Nullable RetryPolicy retryPolicy;
  private @Nullable Duration timeout;
  private boolean keyIsDestination;

  HandlerOptions() {}

  /** The retry policy of jobs of this type that have none of their own. */
  public HandlerOptions retryPolicy(RetryPolicy policy) {
    retryPolicy = policy;
    return this;
  }

  /** How long the handler may run, for jobs without a timeout of their own. */
  public HandlerOptions timeout(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("timeout must be more than 0 but was " + limit);
    }
    timeout = limit;
    return this;
  }

  /** Makes the key of each job of this type the destination that it calls. */
  public HandlerOptions keyIsDestination() {
    keyIsDestination = true;
    return this;
  }

  boolean isKeyDestination() {
    return keyIsDestination;
  }

  @Nullable RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  @Nullable Duration timeout() {
    return timeout;
  }
}
