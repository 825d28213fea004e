package io.taskforge.server.alert;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueLoad;
import io.taskforge.store.WorkerInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the figures of all queues: three questions to the store, and one for each window. */
final class FigureReader {
  private final JobStore store;

  FigureReader(JobStore store) {
    this.store = store;
  }

  /**
   * Reads the queues of which there is anything to say, and those that were asked for.
   *
   * @param wanted queues to be there even if nothing goes on in them
   */
  List<QueueFigures> read(Set<Duration> windows, Set<QueueName> wanted, Instant now) {
    JobQueries queries = store.queries();
    Map<QueueName, QueueLoad> loads = queries.loads();
    Map<Duration, Map<QueueName, AttemptCounts>> attempts = new HashMap<>();
    windows.forEach(window -> attempts.put(window, queries.attemptCounts(now.minus(window), now)));
    Set<QueueName> paused =
        store.queues().stream().filter(Queue::paused).map(Queue::name).collect(Collectors.toSet());
    Map<QueueName, Set<JobType>> served = served(queries.workers());
    Set<QueueName> queues = new TreeSet<>(wanted);
    queues.addAll(loads.keySet());
    attempts.values().forEach(each -> queues.addAll(each.keySet()));
    List<QueueFigures> figures = new ArrayList<>();
    for (QueueName queue : queues) {
      Map<Duration, AttemptCounts> here = new HashMap<>();
      attempts.forEach(
          (window, counts) -> here.put(window, counts.getOrDefault(queue, AttemptCounts.NONE)));
      figures.add(
          figures(
              queue,
              paused.contains(queue),
              loads.getOrDefault(queue, QueueLoad.NONE),
              served.getOrDefault(queue, Set.of()),
              here,
              now));
    }
    return figures;
  }

  private static Map<QueueName, Set<JobType>> served(List<WorkerInfo> workers) {
    Map<QueueName, Set<JobType>> served = new HashMap<>();
    for (WorkerInfo worker : workers) {
      for (QueueName queue : worker.queues()) {
        served.computeIfAbsent(queue, name -> new HashSet<>()).addAll(worker.types());
      }
    }
    return served;
  }

  private static QueueFigures figures(
      QueueName queue,
      boolean paused,
      QueueLoad load,
      Set<JobType> served,
      Map<Duration, AttemptCounts> attempts,
      Instant now) {
    long due = 0;
    long unserved = 0;
    Instant oldest = now;
    Set<JobType> unservedTypes = new HashSet<>();
    for (Map.Entry<JobType, QueueLoad.Due> each : load.due().entrySet()) {
      QueueLoad.Due jobs = each.getValue();
      due += jobs.count();
      oldest = jobs.oldestAt().isBefore(oldest) ? jobs.oldestAt() : oldest;
      if (!served.contains(each.getKey())) {
        unserved += jobs.count();
        unservedTypes.add(each.getKey());
      }
    }
    return new QueueFigures(
        queue,
        paused,
        load.dead(),
        due,
        Duration.between(oldest, now),
        unserved,
        unservedTypes,
        attempts);
  }
}
