package io.taskforge.jdbc;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.store.QueueLoad;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers what rows tell of queues. Not thread-safe. */
final class QueueLoads {
  private final Map<QueueName, Long> dead = new HashMap<>();
  private final Map<QueueName, Map<JobType, QueueLoad.Due>> due = new HashMap<>();

  void addDead(String queue, long count) {
    dead.put(new QueueName(queue), count);
  }

  void addDue(String queue, String type, long count, Instant oldestAt) {
    due.computeIfAbsent(new QueueName(queue), name -> new HashMap<>())
        .put(new JobType(type), new QueueLoad.Due(count, oldestAt));
  }

  Map<QueueName, QueueLoad> all() {
    Set<QueueName> queues = new TreeSet<>(dead.keySet());
    queues.addAll(due.keySet());
    Map<QueueName, QueueLoad> loads = new TreeMap<>();
    for (QueueName queue : queues) {
      loads.put(
          queue, new QueueLoad(dead.getOrDefault(queue, 0L), due.getOrDefault(queue, Map.of())));
    }
    return loads;
  }
}
