package io.taskforge.server.access;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether authentication is on: creating the first API key turns it on permanently. Queries the
 * store at most once a second while it is off; a key created by this process takes effect
 * immediately. Thread-safe.
 */
public final class AuthenticationSwitch {
  private final ApiKeys keys;
  private final ExpiringCache<String, Boolean> stored;

  /** Reads time from {@code ticker}, a monotonic clock in nanoseconds. */
  public AuthenticationSwitch(ApiKeys keys, LongSupplier ticker) {
    this.keys = keys;
    stored = new ExpiringCache<>(ticker, Duration.ofSeconds(1));
  }

  /** Whether any key exists, including revoked ones. */
  public boolean isOn() {
    return keys.someKnown() || stored.get("any", any -> keys.any());
  }
}
