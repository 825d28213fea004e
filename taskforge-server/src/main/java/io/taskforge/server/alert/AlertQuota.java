package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many more alerts there may be. A tenant may have as many as there is room left: alone it
 * takes half of all, and a few can't take it all. Not thread-safe.
 */
final class AlertQuota {
  private final Map<TenantId, Long> taken;
  private long left;

  AlertQuota(int most, Map<TenantId, Long> open) {
    taken = new HashMap<>(open);
    left = most - open.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Takes room for one more alert of a tenant; false if there is none for it. */
  boolean take(TenantId tenant) {
    if (taken.getOrDefault(tenant, 0L) >= left) {
      return false;
    }
    taken.merge(tenant, 1L, Long::sum);
    left--;
    return true;
  }

  private record Waiting(Evaluation judged, int turn) {}

  private record Line(Severity severity, TenantId tenant) {}

  /** If there is not room for all, then for the worst; of what is equally bad, tenants in turn. */
  static List<Evaluation> inTurn(List<Evaluation> seen) {
    Map<Line, Integer> lines = new HashMap<>();
    return seen.stream()
        .sorted(Comparator.comparing(Evaluation::condition))
        .map(
            judged ->
                new Waiting(
                    judged,
                    lines.merge(
                        new Line(judged.rule().severity(), judged.place().tenant()),
                        1,
                        Integer::sum)))
        .sorted(
            Comparator.comparing((Waiting waiting) -> waiting.judged().rule().severity())
                .reversed()
                .thenComparing(Waiting::turn))
        .map(Waiting::judged)
        .toList();
  }
}
