package io.taskforge.server.alert;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.Queue;
import io.taskforge.store.QueueLoad;
import io.taskforge.store.TenantQueue;
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

/** Reads the figures of all tenants' queues: three questions to the store, one for each window. */
final class FigureReader {
  private final JobStore store;

  FigureReader(JobStore store) {
    this.store = store;
  }

  /**
   * Reads the tenants' queues of which there is anything to say, and those that were asked for.
   *
   * @param wanted to be there even if nothing goes on in them
   */
  List<QueueFigures> read(Set<Duration> windows, Set<TenantQueue> wanted, Instant now) {
    JobQueries queries = store.queries();
    Map<TenantQueue, QueueLoad> loads = queries.loads();
    Map<Duration, Map<TenantQueue, AttemptCounts>> attempts = new HashMap<>();
    windows.forEach(window -> attempts.put(window, queries.attemptCounts(now.minus(window), now)));
    Set<QueueName> paused =
        store.queues().stream().filter(Queue::paused).map(Queue::name).collect(Collectors.toSet());
    WorkerCoverage serving = WorkerCoverage.of(queries.workers());
    Set<TenantQueue> places = new TreeSet<>(wanted);
    places.addAll(loads.keySet());
    attempts.values().forEach(each -> places.addAll(each.keySet()));
    List<QueueFigures> figures = new ArrayList<>();
    for (TenantQueue place : places) {
      Map<Duration, AttemptCounts> here = new HashMap<>();
      attempts.forEach(
          (window, counts) -> here.put(window, counts.getOrDefault(place, AttemptCounts.NONE)));
      figures.add(
          figures(
              place,
              paused.contains(place.queue()),
              loads.getOrDefault(place, QueueLoad.NONE),
              serving,
              here,
              now));
    }
    return figures;
  }

  private static QueueFigures figures(
      TenantQueue place,
      boolean paused,
      QueueLoad load,
      WorkerCoverage serving,
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
      if (!serving.runs(place, each.getKey())) {
        unserved += jobs.count();
        unservedTypes.add(each.getKey());
      }
    }
    return new QueueFigures(
        place,
        paused,
        load.dead(),
        due,
        Duration.between(oldest, now),
        unserved,
        unservedTypes,
        attempts);
  }
}
