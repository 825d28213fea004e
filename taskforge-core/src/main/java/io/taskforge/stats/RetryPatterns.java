package io.taskforge.stats;

import io.taskforge.job.AttemptStatus;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Retries of one queue in a period by attempt number. Keys start at 2: retry r is attempt r + 1,
 * counted since the job was enqueued or redriven. Attempts after retry {@link
 * AttemptCategory#MAX_RETRY} are counted as that one.
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
   * How attempts with one number ended. Excludes attempts that were interrupted or snoozed, because
   * the same retry runs again.
   *
   * @param failed failed, or lost by their worker
   * @param cancelled cancelled before or after the start
   */
  public record Outcomes(long succeeded, long failed, long cancelled) {
    private static final Outcomes NONE = new Outcomes(0, 0, 0);

    private Outcomes plus(AttemptTally tally) {
      AttemptCategory category = tally.category();
      if (category.isFailure()) {
        return new Outcomes(succeeded, failed + tally.count(), cancelled);
      }
      return switch (category.status()) {
        case SUCCEEDED -> new Outcomes(succeeded + tally.count(), failed, cancelled);
        case CANCELLED -> new Outcomes(succeeded, failed, cancelled + tally.count());
        default -> this;
      };
    }
  }

  /** Returns the patterns of these counts. */
  public static RetryPatterns of(Collection<AttemptTally> tallies) {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    SortedMap<Integer, Outcomes> outcomes = new TreeMap<>();
    for (AttemptTally tally : tallies) {
      AttemptCategory category = tally.category();
      boolean cancelled = category.status() == AttemptStatus.CANCELLED;
      if (category.isRetry() || (category.retry() > 0 && cancelled)) {
        int attempt = category.retry() + 1;
        counts.merge(attempt, category.isRetry() ? tally.count() : 0, Long::sum);
        Outcomes before = outcomes.getOrDefault(attempt, Outcomes.NONE);
        outcomes.put(attempt, before.plus(tally));
      }
    }
    return new RetryPatterns(counts, outcomes);
  }
}
