package io.taskforge.server.tenant;

import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.server.http.Problem;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The quota of queues, which are created by their first use. Queues are shared, every worker polls
 * all of them, and only operators delete them: without a quota, one tenant could starve all others
 * by creating many queues. Operators are exempt. Thread-safe.
 */
public final class QueueQuota {
  /** The maximum number of queues, of all tenants together. */
  static final int MAX = 1_000;

  private final JobStore store;
  private final ExpiringCache<String, Set<QueueName>> known;

  public QueueQuota(JobStore store, LongSupplier ticker) {
    this.store = store;
    known = new ExpiringCache<>(ticker, Duration.ofSeconds(1));
  }

  /**
   * Admits a caller's use of these queues.
   *
   * @throws Problem if some are new and exceed the quota
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
    if (!more.isEmpty() && there.size() + more.size() > MAX) {
      throw Problem.limitExceeded(
          "there are %d queues; %d more would exceed the limit of %d. An operator can create them"
              .formatted(there.size(), more.size(), MAX),
          Duration.ofMinutes(1));
    }
  }
}
