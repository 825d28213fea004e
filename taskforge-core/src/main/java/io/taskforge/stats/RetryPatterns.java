package io.taskforge.stats;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the jobs of one queue got with their retries in a period. Keys are attempt numbers, from
 * 2 on: retry r is attempt r + 1, counted since the job was enqueued or redriven.
 *
 * @param countsByAttempt how many such attempts were run
 * @param outcomesByAttempt how they ended
 */
public record RetryPatterns(
    SortedMap<Integer, Long> countsByAttempt, SortedMap<Integer, Outcomes> outcomesByAttempt) {
  public RetryPatterns {
    countsByAttempt = Collections.unmodifiableSortedMap(new TreeMap<>(countsByAttempt));
    outcomesByAttempt = Collections.unmodifiableSortedMap(new TreeMap<>(outcomesByAttempt));
  }

  /**
   * How attempts of one number ended. What was interrupted, snoozed or lost its worker is in none:
   * the same retry is run again.
   *
   * @param cancelled before or after they started
   */
  public record Outcomes(long succeeded, long failed, long cancelled) {
    private static final Outcomes NONE = new Outcomes(0, 0, 0);

    private Outcomes plus(RetryTally tally) {
      return switch (tally.status()) {
        case SUCCEEDED -> new Outcomes(succeeded + tally.count(), failed, cancelled);
        case FAILED ->
            tally.started()
                ? new Outcomes(succeeded, failed + tally.count(), cancelled)
                : this; // past its deadline: nothing ran that could fail
        case CANCELLED -> new Outcomes(succeeded, failed, cancelled + tally.count());
        case RUNNING, LOST, INTERRUPTED, SNOOZED -> this;
      };
    }
  }

  /** Returns the patterns of a period. */
  public static RetryPatterns of(List<RetryTally> tallies) {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    SortedMap<Integer, Outcomes> outcomes = new TreeMap<>();
    for (RetryTally tally : tallies) {
      if (tally.retry() > 0) {
        int attempt = tally.retry() + 1;
        counts.merge(attempt, tally.isRetry() ? tally.count() : 0, Long::sum);
        Outcomes before = outcomes.getOrDefault(attempt, Outcomes.NONE);
        outcomes.put(attempt, before.plus(tally));
      }
    }
    return new RetryPatterns(counts, outcomes);
  }
}
