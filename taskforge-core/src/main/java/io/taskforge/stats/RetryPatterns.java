package io.taskforge.stats;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Retries of one queue in a period by attempt number. Keys start at 2: retry r is attempt r + 1,
 * counted since the job was enqueued or redriven.
 *
 * @param countsByAttempt how many attempts ran
 * @param outcomesByAttempt how they ended
 */
public record RetryPatterns(
    SortedMap<Integer, Long> countsByAttempt, SortedMap<Integer, Outcomes> outcomesByAttempt) {
  public RetryPatterns {
    countsByAttempt = Collections.unmodifiableSortedMap(new TreeMap<>(countsByAttempt));
    outcomesByAttempt = Collections.unmodifiableSortedMap(new TreeMap<>(outcomesByAttempt));
  }

  /**
   * How attempts with one number ended. Excludes attempts that were interrupted, snoozed or lost,
   * because the same retry runs again.
   *
   * @param cancelled cancelled before or after the start
   */
  public record Outcomes(long succeeded, long failed, long cancelled) {
    private static final Outcomes NONE = new Outcomes(0, 0, 0);

    private Outcomes plus(RetryCounts group) {
      return switch (group.status()) {
        case SUCCEEDED -> new Outcomes(succeeded + group.count(), failed, cancelled);
        case FAILED ->
            group.started()
                ? new Outcomes(succeeded, failed + group.count(), cancelled)
                : this; // past its deadline, never ran
        case CANCELLED -> new Outcomes(succeeded, failed, cancelled + group.count());
        case RUNNING, LOST, INTERRUPTED, SNOOZED -> this;
      };
    }
  }

  /** Returns the patterns of a period. */
  public static RetryPatterns of(List<RetryCounts> groups) {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    SortedMap<Integer, Outcomes> outcomes = new TreeMap<>();
    for (RetryCounts group : groups) {
      if (group.retry() > 0) {
        int attempt = group.retry() + 1;
        counts.merge(attempt, group.isRetry() ? group.count() : 0, Long::sum);
        Outcomes before = outcomes.getOrDefault(attempt, Outcomes.NONE);
        outcomes.put(attempt, before.plus(group));
      }
    }
    return new RetryPatterns(counts, outcomes);
  }
}
