package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

  static List<FailureGroup> groups(
      Collection<StoredJob> jobs, FailureGroupFilter filter, Instant now) {
    Map<FailureFingerprint, List<Failed>> alike = new TreeMap<>();
    for (StoredJob job : jobs) {
      for (StoredAttempt stored : job.attempts) {
        FailureFingerprint fingerprint = stored.fingerprint();
        if (fingerprint != null && matches(filter, job, stored, fingerprint)) {
          alike
              .computeIfAbsent(fingerprint, print -> new ArrayList<>())
              .add(new Failed(job, stored, fingerprint));
        }
      }
    }
    return alike.values().stream()
        .map(failed -> group(failed, now))
        .sorted(LARGEST_FIRST)
        .limit(filter.limit())
        .toList();
  }

  private static boolean matches(
      FailureGroupFilter filter,
      StoredJob job,
      StoredAttempt stored,
      FailureFingerprint fingerprint) {
    return (filter.fingerprint() == null || filter.fingerprint().equals(fingerprint))
        && (filter.from() == null || !endedAt(stored).isBefore(filter.from()))
        && (filter.queue() == null || filter.queue().equals(stored.queue()))
        && (filter.tenant() == null || filter.tenant().equals(job.given.tenant()));
  }

  private static FailureGroup group(List<Failed> failed, Instant now) {
    failed.sort(OLDEST_FIRST);
    Failed last = failed.get(failed.size() - 1);
    TreeSet<QueueName> queues =
        failed.stream()
            .map(each -> each.stored.queue())
            .collect(Collectors.toCollection(TreeSet::new));
    return new FailureGroup(
        last.fingerprint,
        failed.size(),
        new FailureGroup.Seen(failed.get(0).endedAt(), last.endedAt(), hours(failed, now)),
        queues.stream().limit(FailureGroup.MAX_NAMED).collect(Collectors.toSet()),
        versions(failed),
        new FailureGroup.Sample(
            last.attempt().jobId(),
            Objects.requireNonNull(last.attempt().errorType()),
            Objects.requireNonNull(last.attempt().failureKind()),
            Objects.requireNonNull(last.attempt().message())),
        failed.stream().filter(Failed::isWhyItIsDead).count());
  }

  private static List<Long> hours(List<Failed> failed, Instant now) {
    long[] hours = new long[FailureGroup.HOURS];
    for (Failed each : failed) {
      long ago = Math.max(0, Duration.between(each.endedAt(), now).toHours());
      if (ago < hours.length) {
        hours[hours.length - 1 - (int) ago]++;
      }
    }
    return Arrays.stream(hours).boxed().toList();
  }

  private static Set<String> versions(List<Failed> failed) {
    return failed.stream()
        .map(each -> each.stored.version())
        .filter(Objects::nonNull)
        .distinct()
        .sorted()
        .limit(FailureGroup.MAX_NAMED)
        .collect(Collectors.toSet());
  }
}
