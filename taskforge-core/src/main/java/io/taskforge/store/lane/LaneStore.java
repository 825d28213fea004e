package io.taskforge.store.lane;

import io.taskforge.job.QueueName;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two operations of a store that a claim is made of.
 *
 * @param <E> what they throw
 */
public interface LaneStore<E extends Exception> {
  /** A queue whose lanes to look for, after a lane or, if that is null, from the first one. */
  record From(QueueName queue, @Nullable Lane after) {}

  /**
   * Finds lanes that have waiting jobs of the request's types and tenants, in index order and at
   * most {@code most} of each queue. A loose index scan: its cost depends on the number of lanes,
   * not of jobs. Lanes of other types may be among the result and count.
   */
  LaneLook look(ClaimRequest request, List<From> queues, int most) throws E;

  /**
   * Leases due jobs to the request's worker: of each lane at most its share, in the order of {@code
   * shares} until there are {@code limit} jobs or {@code maxBytes} of payloads. Skips queues that
   * are paused and jobs that other transactions have locked. The order of the result is undefined.
   */
  List<ClaimedJob> take(ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes)
      throws E;
}
