package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Groups the failures of a memory store's jobs; under the store's monitor. */
final class MemoryHistory {
  private static final Comparator<Failed> OLDEST_FIRST =
      Comparator.comparing(Failed::endedAt)
          .thenComparing(failed -> failed.attempt().jobId())
          .thenComparing(failed -> failed.attempt().number().entry());
  private static final Comparator<FailureGroup> LARGEST_FIRST =
      Comparator.comparing(FailureGroup::count)
          .thenComparing(group -> group.seen().last())
          .reversed()
          .thenComparing(FailureGroup::fingerprint);

  private MemoryHistory() {}

  private record Failed(StoredJob job, StoredAttempt stored, FailureFingerprint fingerprint) {
    Attempt attempt() {
      return stored.attempt();
    }

    Instant endedAt() {
      return MemoryHistory.endedAt(stored);
    }

    boolean isWhyItIsDead() {
      return job.state == JobState.DEAD && attempt().number().entry() == job.number.entry();
    }
  }

  private static Instant endedAt(StoredAttempt stored) {
    return Objects.requireNonNull(stored.attempt().finishedAt());
  }

  static List<FailureGroup> groups(Collection<StoredJob> jobs, FailureGroupFilter filter) {
    Map<FailureFingerprint, List<Failed>> alike = new TreeMap<>();
    for (StoredJob job : jobs) {
      for (StoredAttempt stored : job.attempts) {
        FailureFingerprint fingerprint = stored.fingerprint();
        if (fingerprint != null && matches(filter, job, stored)) {
          alike
              .computeIfAbsent(fingerprint, print -> new ArrayList<>())
              .add(new Failed(job, stored, fingerprint));
        }
      }
    }
    return alike.values().stream()
        .map(MemoryHistory::group)
        .sorted(LARGEST_FIRST)
        .limit(filter.limit())
        .toList();
  }

  private static boolean matches(FailureGroupFilter filter, StoredJob job, StoredAttempt stored) {
    return (filter.from() == null || !endedAt(stored).isBefore(filter.from()))
        && (filter.queue() == null || filter.queue().equals(stored.queue()))
        && (filter.tenant() == null || filter.tenant().equals(job.given.tenant()));
  }

  private static FailureGroup group(List<Failed> failed) {
    failed.sort(OLDEST_FIRST);
    Failed last = failed.get(failed.size() - 1);
    TreeSet<QueueName> queues =
        failed.stream()
            .map(each -> each.stored.queue())
            .collect(Collectors.toCollection(TreeSet::new));
    return new FailureGroup(
        last.fingerprint,
        Objects.requireNonNull(last.attempt().errorType()),
        Objects.requireNonNull(last.attempt().failureKind()),
        failed.size(),
        new FailureGroup.Seen(failed.get(0).endedAt(), last.endedAt()),
        queues.stream().limit(FailureGroup.MAX_QUEUES).collect(Collectors.toSet()),
        new FailureGroup.Sample(
            last.attempt().jobId(), Objects.requireNonNull(last.attempt().message())),
        failed.stream().filter(Failed::isWhyItIsDead).count());
  }
}
