package io.taskforge.deadletter;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The progress of a redrive.
 *
 * @param matched dead letters that matched when the redrive was created
 * @param moved jobs that went back to a queue
 * @param skipped jobs that are no longer dead, or at-most-once jobs that had started
 * @param failed jobs that the store failed to move in all tries
 * @param reasons why jobs were skipped or failed, and how many for each
 */
public record RedriveCounts(
    long matched, long moved, long skipped, long failed, SortedMap<String, Long> reasons) {
  private static final int MAX_REASONS = 20;
  private static final String OTHERS = "other reasons";

  public RedriveCounts {
    reasons = Collections.unmodifiableSortedMap(new TreeMap<>(reasons));
  }

  static RedriveCounts of(long matched) {
    return new RedriveCounts(matched, 0, 0, 0, new TreeMap<>());
  }

  RedriveCounts plus(RedriveOutcome outcome) {
    SortedMap<String, Long> all = new TreeMap<>(reasons);
    outcome.skipped().forEach((reason, count) -> add(all, reason, count));
    outcome.failed().forEach((reason, count) -> add(all, reason, count));
    return new RedriveCounts(
        matched,
        moved + outcome.moved().size(),
        skipped + sum(outcome.skipped()),
        failed + sum(outcome.failed()),
        all);
  }

  private static void add(SortedMap<String, Long> all, String reason, int count) {
    boolean fits = all.containsKey(reason) || all.size() < MAX_REASONS;
    all.merge(fits ? reason : OTHERS, (long) count, Long::sum);
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
