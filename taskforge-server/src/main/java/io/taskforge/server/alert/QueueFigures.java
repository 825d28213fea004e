package io.taskforge.server.alert;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What alert rules are evaluated on: the figures of one tenant's part of a queue at one instant.
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
    Map<Duration, RetryActivity> retries) {
  QueueFigures {
    unservedTypes = Set.copyOf(unservedTypes);
    retries = Map.copyOf(retries);
  }

  QueueName queue() {
    return place.queue();
  }

  /** Returns how jobs were retried in a window. */
  RetryActivity retries(@Nullable Duration window) {
    return window == null ? RetryActivity.NONE : retries.getOrDefault(window, RetryActivity.NONE);
  }

  /** Lists the first {@code max} unserved types. */
  String unservedTypeNames(int max) {
    List<String> names = unservedTypes.stream().map(JobTypeName::value).sorted().toList();
    String first = String.join(", ", names.stream().limit(max).toList());
    return names.size() <= max ? first : first + " and " + (names.size() - max) + " more";
  }
}
