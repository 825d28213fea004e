package io.taskforge.server.tenant;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Whether there is room for queues that nobody has named before. Queues are shared, every worker
 * looks at all of them, and only operators take them away: without a bound, one tenant could make
 * so many that nobody is served. Thread-safe.
 */
public final class QueueQuota {
  /** How many queues there may be before a tenant can make no more. */
  static final int MOST = 1_000;

  private final JobStore store;
  private final ExpiringCache<String, Set<QueueName>> known;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   */
  public QueueQuota(JobStore store, LongSupplier ticker) {
    this.store = store;
    known = new ExpiringCache<>(ticker, Duration.ofSeconds(1));
  }

  /**
   * Lets a caller use these queues.
   *
   * @throws LimitExceededException if some are new, and too many
   */
  public void admit(Caller caller, Collection<QueueName> queues) {
    if (caller.isOperator()) {
      return;
    }
    Set<QueueName> there =
        known.get(
            "all",
            all ->
                store.queues().stream().map(Queue::name).collect(Collectors.toUnmodifiableSet()));
    Set<QueueName> more = new HashSet<>(queues);
    more.removeAll(there);
    if (!more.isEmpty() && there.size() + more.size() > MOST) {
      throw new LimitExceededException(
          "there are %d queues, and %d more are too many; an operator can make them"
              .formatted(there.size(), more.size()),
          Duration.ofMinutes(1));
    }
  }
}
