package io.taskforge.job;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A job that is about to be stored, complete and checked.
 *
 * @param runAt when it is due, or null for now plus {@code delay}, by the store's clock
 * @param delay how long after now it is due; zero with a {@code runAt}
 * @param priority from {@value #LOWEST_PRIORITY} to {@value #HIGHEST_PRIORITY}; higher goes first
 * @param retryPolicy its own policy as JSON, or null
 * @param timeout how long its handler may run, or null for the type's or worker's
 * @param deadline no attempt starts after it, or null
 */
public record NewJob(
    JobId id,
    QueueName queue,
    JobType type,
    TenantId tenant,
    Payload payload,
    int priority,
    @Nullable Instant runAt,
    Duration delay,
    Guarantee guarantee,
    @Nullable String retryPolicy,
    @Nullable Duration timeout,
    @Nullable Instant deadline,
    @Nullable IdempotencyKey idempotencyKey) {
  public static final int LOWEST_PRIORITY = -1000;
  public static final int HIGHEST_PRIORITY = 1000;
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  public NewJob {
    if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "priority must be from %d to %d but was %d"
              .formatted(LOWEST_PRIORITY, HIGHEST_PRIORITY, priority));
    }
    if (delay.isNegative() || delay.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("delay must be from 0 to 36500 days but was " + delay);
    }
    if (runAt != null && !delay.isZero()) {
      throw new IllegalArgumentException("give runAt or delay, not both");
    }
    if (timeout != null && timeout.compareTo(SHORTEST_TIMEOUT) < 0) {
      throw new IllegalArgumentException("timeout must be at least 1 ms but was " + timeout);
    }
    // Stores keep microseconds; cut here, so that every store says the same.
    runAt = runAt == null ? null : runAt.truncatedTo(ChronoUnit.MICROS);
    delay = delay.truncatedTo(ChronoUnit.MICROS);
    timeout = timeout == null ? null : timeout.truncatedTo(ChronoUnit.MICROS);
    deadline = deadline == null ? null : deadline.truncatedTo(ChronoUnit.MICROS);
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s of %s for %s, priority %d, at %s after %s"
        .formatted(type, id, tenant, queue, priority, runAt, delay);
  }
}
