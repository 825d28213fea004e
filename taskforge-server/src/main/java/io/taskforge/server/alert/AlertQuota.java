package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A quota of alerts, shared fairly between tenants: a tenant may hold no more than is left for the
 * others, so that a single tenant takes at most half of it. Not thread-safe.
 */
final class AlertQuota {
  private final Map<TenantId, Long> taken;
  private long left;

  AlertQuota(int max, Map<TenantId, Long> open) {
    taken = new HashMap<>(open);
    left = max - open.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Takes one of a tenant's share; false if the tenant has reached it. */
  boolean take(TenantId tenant) {
    if (taken.getOrDefault(tenant, 0L) >= left) {
      return false;
    }
    taken.merge(tenant, 1L, Long::sum);
    left--;
    return true;
  }

  private record Ranked(Evaluation evaluation, int turn) {}

  private record Line(Severity severity, TenantId tenant) {}

  /** Returns the most severe first; within a severity, round-robin over the tenants. */
  static List<Evaluation> prioritized(List<Evaluation> evaluations) {
    Map<Line, Integer> lines = new HashMap<>();
    return evaluations.stream()
        .sorted(Comparator.comparing(Evaluation::condition))
        .map(
            each ->
                new Ranked(
                    each,
                    lines.merge(
                        new Line(each.rule().severity(), each.subject().tenant()),
                        1,
                        Integer::sum)))
        .sorted(
            Comparator.comparing((Ranked ranked) -> ranked.evaluation().rule().severity())
                .reversed()
                .thenComparing(Ranked::turn))
        .map(Ranked::evaluation)
        .toList();
  }
}
