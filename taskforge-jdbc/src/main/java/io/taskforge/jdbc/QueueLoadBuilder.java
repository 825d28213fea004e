package io.taskforge.jdbc;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collects the load of each tenant's queues from rows. Not thread-safe. */
public final class QueueLoadBuilder {
  private final Map<TenantQueue, Long> dead = new HashMap<>();
  private final Map<TenantQueue, Map<JobTypeName, QueueLoad.Due>> due = new HashMap<>();

  public static TenantQueue place(String tenant, String queue) {
    return new TenantQueue(new TenantId(tenant), new QueueName(queue));
  }

  public void addDead(TenantQueue place, long count) {
    dead.put(place, count);
  }

  public void addDue(TenantQueue place, String type, long count, Instant oldestAt) {
    due.computeIfAbsent(place, name -> new HashMap<>())
        .put(new JobTypeName(type), new QueueLoad.Due(count, oldestAt));
  }

  public Map<TenantQueue, QueueLoad> all() {
    Set<TenantQueue> places = new TreeSet<>(dead.keySet());
    places.addAll(due.keySet());
    Map<TenantQueue, QueueLoad> loads = new TreeMap<>();
    for (TenantQueue place : places) {
      loads.put(
          place, new QueueLoad(dead.getOrDefault(place, 0L), due.getOrDefault(place, Map.of())));
    }
    return loads;
  }
}
