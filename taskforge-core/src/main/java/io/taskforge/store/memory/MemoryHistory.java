package io.taskforge.store.memory;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.stats.RetryCounts;
import java.time.Duration;
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
import java.util.stream.Stream;

/** Statistics over the attempts of a memory store's jobs; under the store's monitor. */
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

  private record Key(int retry, AttemptStatus status, boolean started) {}

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

  static List<RetryCounts> tallies(
      Collection<StoredJob> jobs, QueueName queue, Instant from, Instant to) {
    Map<Key, List<Attempt>> alike =
        jobs.stream()
            .flatMap(job -> job.attempts.stream())
            .filter(stored -> stored.queue().equals(queue))
            .filter(stored -> !endedAt(stored).isBefore(from) && endedAt(stored).isBefore(to))
            .map(StoredAttempt::attempt)
            .collect(
                Collectors.groupingBy(
                    each -> new Key(each.retry(), each.status(), each.isStarted())));
    List<RetryCounts> tallies = new ArrayList<>();
    alike.forEach((key, attempts) -> tallies.add(tally(key, attempts)));
    return tallies;
  }

  private static RetryCounts tally(Key key, List<Attempt> attempts) {
    List<Duration> delays =
        attempts.stream().flatMap(attempt -> Stream.ofNullable(attempt.delay())).toList();
    Duration average =
        delays.isEmpty()
            ? Duration.ZERO
            : delays.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(delays.size());
    return new RetryCounts(
        key.retry, key.status, key.started, attempts.size(), delays.size(), average);
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
