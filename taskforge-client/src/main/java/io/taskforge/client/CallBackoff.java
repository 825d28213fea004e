package io.taskforge.client;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.loop.StoreBackoff;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Exponential backoff with jitter for calls to a server, and at least the Retry-After of its
 * answer. Not thread-safe.
 */
final class CallBackoff {
  private final StoreBackoff backoff;
  private final LongSupplier ticker;
  private Duration pause = Duration.ZERO;
  private long since;

  CallBackoff(EngineEnvironment environment) {
    this.backoff = new StoreBackoff(environment.random());
    this.ticker = environment.ticker();
  }

  /** Resets the backoff after a successful call. */
  void reset() {
    backoff.reset();
    pause = Duration.ZERO;
  }

  /** Returns the pause before the same call is made again. */
  Duration next() {
    pause = backoff.next();
    since = ticker.getAsLong();
    return pause;
  }

  /** Returns the pause after one more call that failed. */
  Duration after(RuntimeException fault) {
    pause = next();
    Duration asked = fault instanceof ApiException answer ? answer.retryAfter() : null;
    if (asked != null && asked.compareTo(pause) > 0) {
      pause = asked;
    }
    return pause;
  }

  /** How much of the pause is left: a loop may be woken before its end. */
  Duration left() {
    Duration left = pause.minusNanos(ticker.getAsLong() - since);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
