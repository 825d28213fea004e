package io.taskforge.store.memory;

import io.taskforge.job.JobTypeName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The waiting jobs of one queue, priority and tenant, ordered by time for each type, so that a
 * claim does not iterate over jobs of other types. Guarded by its store's monitor.
 */
final class MemoryLane {
  private final Map<JobTypeName, NavigableSet<StoredJob>> types = new HashMap<>();

  void add(StoredJob job) {
    types
        .computeIfAbsent(job.given.type(), type -> new TreeSet<>(StoredJob::inClaimOrder))
        .add(job);
  }

  void remove(StoredJob job) {
    types.computeIfPresent(
        job.given.type(), (type, jobs) -> jobs.remove(job) && jobs.isEmpty() ? null : jobs);
  }

  boolean isEmpty() {
    return types.isEmpty();
  }

  /** Whether a job of one of these types is due. */
  boolean isDue(Set<JobTypeName> wanted, Instant now) {
    return ofTypes(wanted).anyMatch(jobs -> !jobs.first().runAt.isAfter(now));
  }

  /** The first due jobs of these types, ordered by time. */
  List<StoredJob> due(Set<JobTypeName> wanted, Instant now, int most) {
    return ofTypes(wanted)
        .flatMap(jobs -> jobs.stream().takeWhile(job -> !job.runAt.isAfter(now)).limit(most))
        .sorted(StoredJob::inClaimOrder)
        .limit(most)
        .toList();
  }

  private Stream<NavigableSet<StoredJob>> ofTypes(Set<JobTypeName> wanted) {
    return wanted.stream().map(types::get).filter(Objects::nonNull);
  }
}
