package io.taskforge.server.access;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a store has any key: asked of the store once a second at most, and never again once there
 * is one. A key that is made by this process counts at once. Thread-safe.
 */
public final class AuthenticationSwitch {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private final ApiKeys keys;
  private final LongSupplier ticker;
  private boolean found;
  private boolean looked;
  private long lookedAt;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public AuthenticationSwitch(ApiKeys keys, LongSupplier ticker) {
    this.keys = keys;
    this.ticker = ticker;
  }

  /** Whether there is a key, revoked ones too. */
  public synchronized boolean isOn() {
    found |= keys.someKnown();
    if (!found && (!looked || ticker.getAsLong() - lookedAt >= FRESH.toNanos())) {
      found = keys.any();
      looked = true;
      lookedAt = ticker.getAsLong();
    }
    return found;
  }
}
