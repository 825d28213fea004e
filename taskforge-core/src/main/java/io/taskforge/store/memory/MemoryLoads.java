package io.taskforge.store.memory;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Counts due jobs, dead letters and retries, under the store's monitor. */
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

  static Map<TenantQueue, RetryActivity> retries(
      Collection<StoredJob> jobs, Instant from, Instant to) {
    Map<TenantQueue, RetryActivity> all = new TreeMap<>();
    for (StoredJob job : jobs) {
      Map<QueueName, List<Attempt>> byQueue = new HashMap<>();
      for (StoredAttempt stored : job.attempts) {
        Instant ended = Objects.requireNonNull(stored.attempt().finishedAt());
        if (!ended.isBefore(from) && ended.isBefore(to) && isCounted(stored.attempt())) {
          byQueue.computeIfAbsent(stored.queue(), queue -> new ArrayList<>()).add(stored.attempt());
        }
      }
      byQueue.forEach(
          (queue, attempts) ->
              all.merge(
                  new TenantQueue(job.given.tenant(), queue),
                  activity(attempts),
                  MemoryLoads::together));
    }
    all.values().removeIf(each -> each.retried() == 0);
    return all;
  }

  private static boolean isCounted(Attempt attempt) {
    return attempt.status() == AttemptStatus.SUCCEEDED
        || (attempt.status() == AttemptStatus.FAILED && attempt.isStarted());
  }

  private static RetryActivity activity(List<Attempt> attempts) {
    List<Duration> delays =
        attempts.stream()
            .filter(attempt -> attempt.status() == AttemptStatus.FAILED)
            .flatMap(attempt -> Stream.ofNullable(attempt.delay()))
            .toList();
    boolean retried =
        !delays.isEmpty() || attempts.stream().anyMatch(attempt -> attempt.retry() > 0);
    boolean exhausted =
        attempts.stream()
            .anyMatch(
                attempt ->
                    attempt.status() == AttemptStatus.FAILED
                        && attempt.delay() == null
                        && attempt.retry() > 0);
    return new RetryActivity(
        1,
        retried ? 1 : 0,
        exhausted ? 1 : 0,
        delays.size(),
        delays.stream().reduce(Duration.ZERO, Duration::plus));
  }

  private static RetryActivity together(RetryActivity a, RetryActivity b) {
    return new RetryActivity(
        a.jobs() + b.jobs(),
        a.retried() + b.retried(),
        a.exhausted() + b.exhausted(),
        a.backoffs() + b.backoffs(),
        a.backoff().plus(b.backoff()));
  }
}
