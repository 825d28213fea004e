package io.taskforge.server.alert;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.Queue;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one tenant's part of a queue at one instant.
 *
 * @param paused whether the queue is paused
 * @param dead the number of dead letters
 * @param due the number of due jobs
 * @param oldestDue for how long the oldest due job has been due; zero if none is due
 * @param unserved how many due jobs have a type that no live worker runs there for this tenant
 * @param unservedTypes those types
 * @param retries how jobs were retried, for each window that a rule uses
 */
record QueueFigures(
    TenantQueue place,
    boolean paused,
    long dead,
    long due,
    Duration oldestDue,
    long unserved,
    Set<JobTypeName> unservedTypes,
    Map<Duration, RetryActivity> retries)
    implements SubjectFigures {
  QueueFigures {
    unservedTypes = Set.copyOf(unservedTypes);
    retries = Map.copyOf(retries);
  }

  @Override
  public AlertSubject subject() {
    return AlertSubject.of(place);
  }

  QueueName queue() {
    return place.queue();
  }

  RetryActivity retries(@Nullable Duration window) {
    return window == null ? RetryActivity.NONE : retries.getOrDefault(window, RetryActivity.NONE);
  }

  /** Lists the first {@code max} unserved types. */
  String unservedTypeNames(int max) {
    List<String> names = unservedTypes.stream().map(JobTypeName::value).sorted().toList();
    String first = String.join(", ", names.stream().limit(max).toList());
    return names.size() <= max ? first : first + " and " + (names.size() - max) + " more";
  }

  /**
   * Reads the figures of each tenant's part of each queue that has any: three queries, and one more
   * for each window.
   *
   * @param wanted included even if they have none; destinations among them are ignored
   */
  static List<QueueFigures> read(
      JobStore store, Set<Duration> windows, Set<AlertSubject> wanted, Instant now) {
    JobQueries queries = store.queries();
    Map<TenantQueue, QueueLoad> loads = queries.loads();
    Map<Duration, Map<TenantQueue, RetryActivity>> retries = new HashMap<>();
    windows.forEach(window -> retries.put(window, queries.retryActivity(now.minus(window), now)));
    Set<QueueName> paused =
        store.queues().stream().filter(Queue::paused).map(Queue::name).collect(Collectors.toSet());
    LiveTypes liveTypes = LiveTypes.of(queries.workers());
    Set<TenantQueue> places = new TreeSet<>();
    for (AlertSubject each : wanted) {
      if (each.queue() != null) {
        places.add(new TenantQueue(each.tenant(), each.queue()));
      }
    }
    places.addAll(loads.keySet());
    retries.values().forEach(each -> places.addAll(each.keySet()));
    List<QueueFigures> figures = new ArrayList<>();
    for (TenantQueue place : places) {
      Map<Duration, RetryActivity> here = new HashMap<>();
      retries.forEach(
          (window, counts) -> here.put(window, counts.getOrDefault(place, RetryActivity.NONE)));
      figures.add(
          figures(
              place,
              paused.contains(place.queue()),
              loads.getOrDefault(place, QueueLoad.NONE),
              liveTypes,
              here,
              now));
    }
    return figures;
  }

  private static QueueFigures figures(
      TenantQueue place,
      boolean paused,
      QueueLoad load,
      LiveTypes liveTypes,
      Map<Duration, RetryActivity> retries,
      Instant now) {
    long due = 0;
    long unserved = 0;
    Instant oldest = now;
    Set<JobTypeName> unservedTypes = new HashSet<>();
    for (Map.Entry<JobTypeName, QueueLoad.Due> each : load.due().entrySet()) {
      QueueLoad.Due jobs = each.getValue();
      due += jobs.count();
      oldest = jobs.oldestAt().isBefore(oldest) ? jobs.oldestAt() : oldest;
      if (!liveTypes.contains(place, each.getKey())) {
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
        retries);
  }

  /** The job types that live workers run: for all tenants, or for the one they are bound to. */
  record LiveTypes(
      Map<QueueName, Set<JobTypeName>> forAllTenants,
      Map<TenantQueue, Set<JobTypeName>> forOneTenant) {
    static LiveTypes of(List<WorkerInfo> workers) {
      LiveTypes types = new LiveTypes(new HashMap<>(), new HashMap<>());
      for (WorkerInfo worker : workers) {
        Optional<TenantId> tenant = TenantWorkers.tenantOf(worker);
        for (QueueName queue : worker.queues()) {
          (tenant.isPresent()
                  ? types.forOneTenant.computeIfAbsent(
                      new TenantQueue(tenant.get(), queue), place -> new HashSet<>())
                  : types.forAllTenants.computeIfAbsent(queue, name -> new HashSet<>()))
              .addAll(worker.types());
        }
      }
      return types;
    }

    boolean contains(TenantQueue place, JobTypeName type) {
      return forAllTenants.getOrDefault(place.queue(), Set.of()).contains(type)
          || forOneTenant.getOrDefault(place, Set.of()).contains(type);
    }
  }
}
