package io.taskforge.store.memory;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.PageBytes;
import io.taskforge.store.TenantRoundRobin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Selects due jobs for one claim, by round-robin over the tenants of a priority. Under the store's
 * monitor.
 */
final class MemoryClaim {
  private final MemoryWaiting waiting;
  private final TenantRoundRobin turns;
  private final ClaimRequest request;
  private final Instant now;
  private final List<StoredJob> taken = new ArrayList<>();
  private final Map<TenantId, Integer> takenOf = new HashMap<>();
  private long bytes;

  MemoryClaim(MemoryWaiting waiting, TenantRoundRobin turns, ClaimRequest request, Instant now) {
    this.waiting = waiting;
    this.turns = turns;
    this.request = request;
    this.now = now;
  }

  /** Takes up to {@code most} waiting jobs of a queue. */
  void from(QueueName queue, int most) {
    int end = taken.size() + Math.max(0, Math.min(most, request.limit() - taken.size()));
    for (var level : List.copyOf(waiting.levels(queue).entrySet())) {
      if (taken.size() == end) {
        return;
      }
      level(queue, level.getKey(), level.getValue(), end);
    }
  }

  private void level(
      QueueName queue, int priority, NavigableMap<TenantId, MemoryLane> lanes, int end) {
    NavigableMap<TenantId, MemoryLane> due =
        new TreeMap<>(TenantRoundRobin.circular(turns.last(request, queue, priority)));
    lanes.forEach(
        (tenant, lane) -> {
          if (room(tenant) > 0 && lane.isDue(request.types(), now)) {
            due.put(tenant, lane);
          }
        });
    while (!due.isEmpty() && taken.size() < end) {
      round(due, end - taken.size());
    }
  }

  /** Gives each tenant its share, and drops tenants that have no more jobs. */
  private void round(NavigableMap<TenantId, MemoryLane> due, int places) {
    int share = places / due.size();
    int oneMore = places % due.size();
    for (var lanes = due.entrySet().iterator(); lanes.hasNext(); ) {
      Map.Entry<TenantId, MemoryLane> lane = lanes.next();
      int most = share + (oneMore-- > 0 ? 1 : 0);
      if (take(lane.getKey(), lane.getValue(), most) < most || lane.getValue().isEmpty()) {
        lanes.remove();
      }
    }
  }

  private int take(TenantId tenant, MemoryLane lane, int most) {
    int before = taken.size();
    for (StoredJob job : lane.due(request.types(), now, Math.min(most, room(tenant)))) {
      if (bytes >= request.maxBytes()) {
        break;
      }
      waiting.remove(job);
      taken.add(job);
      bytes += PageBytes.of(job.given.payload().json());
    }
    int count = taken.size() - before;
    takenOf.merge(tenant, count, Integer::sum);
    return count;
  }

  private int room(TenantId tenant) {
    return request.limitFor(tenant) - takenOf.getOrDefault(tenant, 0);
  }

  /** The selected jobs, in the order of queues and priorities. */
  List<StoredJob> taken() {
    return taken;
  }
}
