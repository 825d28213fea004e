package io.taskforge.server.alert;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.stats.AttemptCounts;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's part of a queue in figures, at one instant.
 *
 * @param place whose, and which queue
 * @param paused whether somebody wants its jobs to wait
 * @param dead dead letters that lie in it
 * @param due jobs that could be run now
 * @param oldestDue for how long the one that has been due the longest waits; zero if none is due
 * @param unserved of the due jobs, those of types that no live worker runs there for this tenant
 * @param unservedTypes which types those are
 * @param attempts how attempts ended, over each window that a rule counts in
 */
public record QueueFigures(
    TenantQueue place,
    boolean paused,
    long dead,
    long due,
    Duration oldestDue,
    long unserved,
    Set<JobType> unservedTypes,
    Map<Duration, AttemptCounts> attempts) {
  public QueueFigures {
    unservedTypes = Set.copyOf(unservedTypes);
    attempts = Map.copyOf(attempts);
  }

  /** Which queue. */
  QueueName queue() {
    return place.queue();
  }

  /** Returns how attempts ended over a window. */
  AttemptCounts attempts(@Nullable Duration window) {
    return window == null ? AttemptCounts.NONE : attempts.getOrDefault(window, AttemptCounts.NONE);
  }

  /** The first few types that nobody runs, in words. */
  String unservedTypeNames(int most) {
    Set<String> names = new TreeSet<>();
    unservedTypes.forEach(type -> names.add(type.value()));
    String first = String.join(", ", names.stream().limit(most).toList());
    return names.size() <= most ? first : first + " and " + (names.size() - most) + " more";
  }
}
