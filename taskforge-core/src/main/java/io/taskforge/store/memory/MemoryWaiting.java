package io.taskforge.store.memory;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Waiting jobs by queue, priority and tenant. Guarded by its store's monitor. */
final class MemoryWaiting {
  private final Map<QueueName, NavigableMap<Integer, NavigableMap<TenantId, MemoryLane>>> queues =
      new HashMap<>();

  void add(StoredJob job) {
    queues
        .computeIfAbsent(job.queue, name -> new TreeMap<>(Comparator.reverseOrder()))
        .computeIfAbsent(job.given.priority(), priority -> new TreeMap<>())
        .computeIfAbsent(job.given.tenant(), tenant -> new MemoryLane())
        .add(job);
  }

  void remove(StoredJob job) {
    queues.computeIfPresent(
        job.queue,
        (queue, levels) -> {
          levels.computeIfPresent(
              job.given.priority(),
              (priority, lanes) -> {
                lanes.computeIfPresent(
                    job.given.tenant(),
                    (tenant, lane) -> {
                      lane.remove(job);
                      return lane.isEmpty() ? null : lane;
                    });
                return lanes.isEmpty() ? null : lanes;
              });
          return levels.isEmpty() ? null : levels;
        });
  }

  /** The queue's jobs by tenant for each priority, highest first. */
  NavigableMap<Integer, NavigableMap<TenantId, MemoryLane>> levels(QueueName queue) {
    return queues.getOrDefault(queue, Collections.emptyNavigableMap());
  }
}
