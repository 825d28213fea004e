package io.taskforge.server.audit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Rate limit of audited denials per actor, so that a read-only key can't fill the store with denied
 * requests. Thread-safe.
 */
final class DenialRateLimit {
  private static final int MAX = 60;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int MAX_ACTORS = 1_000;

  private final LongSupplier ticker;
  private final Map<String, Count> counts =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Count> eldest) {
          return size() > MAX_ACTORS;
        }
      };

  private record Count(long since, int denials) {}

  DenialRateLimit(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** Counts a denial; returns whether to record it. */
  synchronized boolean allows(String actor) {
    long now = ticker.getAsLong();
    Count before = counts.get(actor);
    Count after =
        before == null || now - before.since >= MINUTE
            ? new Count(now, 1)
            : new Count(before.since, Math.min(before.denials, MAX) + 1);
    counts.put(actor, after);
    return after.denials <= MAX;
  }
}
