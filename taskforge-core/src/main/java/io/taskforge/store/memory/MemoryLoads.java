package io.taskforge.store.memory;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.stats.AttemptCounts;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.TenantQueue;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts due jobs, dead letters and ended attempts, under the store's monitor. */
final class MemoryLoads {
  private MemoryLoads() {}

  static Map<TenantQueue, QueueLoad> of(Collection<StoredJob> jobs, Instant now) {
    Map<TenantQueue, Long> dead = new HashMap<>();
    Map<TenantQueue, Map<JobTypeName, QueueLoad.Due>> due = new HashMap<>();
    for (StoredJob job : jobs) {
      TenantQueue place = new TenantQueue(job.given.tenant(), job.queue);
      boolean waits = job.state == JobState.QUEUED || job.state == JobState.RETRYING;
      if (job.state == JobState.DEAD) {
        dead.merge(place, 1L, Long::sum);
      } else if (waits && !job.runAt.isAfter(now)) {
        due.computeIfAbsent(place, queue -> new HashMap<>())
            .merge(job.given.type(), new QueueLoad.Due(1, job.runAt), MemoryLoads::together);
      }
    }
    Set<TenantQueue> queues = new TreeSet<>(dead.keySet());
    queues.addAll(due.keySet());
    Map<TenantQueue, QueueLoad> loads = new TreeMap<>();
    for (TenantQueue queue : queues) {
      loads.put(
          queue, new QueueLoad(dead.getOrDefault(queue, 0L), due.getOrDefault(queue, Map.of())));
    }
    return loads;
  }

  private static QueueLoad.Due together(QueueLoad.Due a, QueueLoad.Due b) {
    return new QueueLoad.Due(
        a.count() + b.count(), a.oldestAt().isBefore(b.oldestAt()) ? a.oldestAt() : b.oldestAt());
  }

  static Map<TenantQueue, AttemptCounts> attempts(
      Collection<StoredJob> jobs, Instant from, Instant to) {
    Map<TenantQueue, AttemptCounts> counts = new TreeMap<>();
    for (StoredJob job : jobs) {
      for (StoredAttempt stored : job.attempts) {
        Instant ended = Objects.requireNonNull(stored.attempt().finishedAt());
        AttemptCounts one = count(stored.attempt());
        if (!ended.isBefore(from) && ended.isBefore(to) && one.ended() > 0) {
          counts.merge(
              new TenantQueue(job.given.tenant(), stored.queue()), one, AttemptCounts::plus);
        }
      }
    }
    counts.values().removeIf(each -> !each.hasRetries());
    return counts;
  }

  private static AttemptCounts count(Attempt attempt) {
    if (attempt.status() == AttemptStatus.SUCCEEDED) {
      return new AttemptCounts(1, 0, 0);
    }
    if (attempt.status() != AttemptStatus.FAILED || !attempt.isStarted()) {
      return AttemptCounts.NONE;
    }
    boolean again = attempt.delay() != null;
    return new AttemptCounts(1, again ? 1 : 0, !again && attempt.retry() > 0 ? 1 : 0);
  }
}
