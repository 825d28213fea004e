package io.taskforge.store.lane;

import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Round-robin over tenants, within a queue and priority: the next tenant by name after the one that
 * had the last job.
 */
final class TenantRoundRobin {
  private TenantRoundRobin() {}

  /** The order of tenants that starts after {@code last} and wraps around. */
  static Comparator<TenantId> circular(@Nullable TenantId last) {
    Comparator<TenantId> byName = Comparator.naturalOrder();
    return last == null
        ? byName
        : Comparator.comparing((TenantId tenant) -> tenant.compareTo(last) <= 0)
            .thenComparing(byName);
  }

  /**
   * Returns the jobs of one queue and priority with one job of each tenant in turn.
   *
   * @param jobs for each tenant ordered by time
   */
  static List<ClaimedJob> inTurn(List<ClaimedJob> jobs, @Nullable TenantId last) {
    Map<TenantId, List<ClaimedJob>> byTenant = new TreeMap<>(circular(last));
    jobs.forEach(job -> byTenant.computeIfAbsent(job.tenant(), key -> new ArrayList<>()).add(job));
    if (byTenant.size() == 1) {
      return jobs;
    }
    List<ClaimedJob> inTurn = new ArrayList<>(jobs.size());
    for (int round = 0; inTurn.size() < jobs.size(); round++) {
      for (List<ClaimedJob> ofTenant : byTenant.values()) {
        if (round < ofTenant.size()) {
          inTurn.add(ofTenant.get(round));
        }
      }
    }
    return inTurn;
  }
}
