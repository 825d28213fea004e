package io.taskforge.engine;

import io.taskforge.job.QueueName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.queue.StartRate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The rate limits of queues: how many of their jobs this worker may start. Not thread-safe. */
final class QueueRateLimits {
  // A rate of thousands per second is kept with batches, not with one claim for each job.
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(2);

  private final LongSupplier ticker;
  private final Map<QueueName, TokenBucket> buckets = new HashMap<>();

  QueueRateLimits(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /** How many of a queue's jobs may start now. */
  int allowed(QueueName queue, QueueSettings settings) {
    StartRate rate = settings.rate();
    if (rate == null) {
      buckets.remove(queue);
      return Integer.MAX_VALUE;
    }
    long now = ticker.getAsLong();
    TokenBucket known = buckets.get(queue);
    TokenBucket bucket = known == null ? new TokenBucket(rate, now) : known.at(rate, now);
    buckets.put(queue, bucket);
    return bucket.available(now);
  }

  void started(QueueName queue) {
    TokenBucket bucket = buckets.get(queue);
    if (bucket != null) {
      bucket.take(1);
    }
  }

  /** Returns {@code poll}, or less if a rate-limited queue can start jobs sooner. */
  Duration untilNext(Duration poll) {
    long now = ticker.getAsLong();
    Duration wait = poll;
    for (TokenBucket bucket : buckets.values()) {
      Duration next = bucket.untilNext(now);
      if (!next.isZero() && next.compareTo(wait) < 0) {
        wait = next.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : next;
      }
    }
    return wait;
  }
}
