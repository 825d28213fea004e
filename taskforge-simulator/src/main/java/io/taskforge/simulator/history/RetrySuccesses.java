package io.taskforge.simulator.history;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.history.RecordedAttempt.End;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts which retries succeeded, and recommends a policy from that. Add jobs with {@link #add}.
 * Not thread-safe.
 */
public final class RetrySuccesses {
  /** The share of the successes that a recommended policy keeps. */
  public static final double KEEP = 0.999;

  /** A type that was retried less often than this without a success is not called hopeless. */
  private static final long ENOUGH = 20;

  /** The number of different types and retries that are counted, so that memory is bounded. */
  private static final int MAX_COUNTED = 10_000;

  private record Retry(ErrorType type, int number) {}

  private static final class Count {
    private long retried;
    private long succeeded;
  }

  private final Map<Retry, Count> byRetry = new HashMap<>();
  private final TreeMap<Integer, Long> successesByFailures = new TreeMap<>();
  private final Set<ErrorType> beforeSuccess = new HashSet<>();

  /** Counts one job. */
  public void add(RecordedJob job) {
    List<RecordedAttempt> attempts = job.firstRound().toList();
    boolean succeeded = job.success().isPresent();
    int failures = 0;
    Failure last = null;
    for (RecordedAttempt attempt : attempts) {
      if (last != null && !attempt.isRepeated()) {
        count(new Retry(last.type(), failures), attempt.end() == End.SUCCEEDED);
        last = null;
      }
      if (attempt.failure() != null) {
        last = attempt.failure();
        failures++;
        if (succeeded) {
          beforeSuccess.add(last.type());
        }
      }
    }
    if (succeeded && failures > 0) {
      successesByFailures.merge(failures, 1L, Long::sum);
    }
  }

  private void count(Retry retry, boolean succeeded) {
    Count count = byRetry.get(retry);
    if (count == null) {
      if (byRetry.size() == MAX_COUNTED) {
        return;
      }
      count = new Count();
      byRetry.put(retry, count);
    }
    count.retried++;
    count.succeeded += succeeded ? 1 : 0;
  }

  /** Returns the share of successes by error type and retry, most retried types first. */
  public List<RetryShare> shares() {
    Map<ErrorType, Long> total = retriedByType();
    return byRetry.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Retry, Count>>comparingLong(
                    entry -> -total.getOrDefault(entry.getKey().type, 0L))
                .thenComparing(entry -> entry.getKey().type.name())
                .thenComparingInt(entry -> entry.getKey().number))
        .map(
            entry ->
                new RetryShare(
                    entry.getKey().type.name(),
                    entry.getKey().number,
                    entry.getValue().retried,
                    entry.getValue().succeeded))
        .toList();
  }

  private Map<ErrorType, Long> retriedByType() {
    Map<ErrorType, Long> total = new HashMap<>();
    byRetry.forEach((retry, count) -> total.merge(retry.type, count.retried, Long::sum));
    return total;
  }

  /**
   * Returns the smallest variant of {@code present} that keeps {@link #KEEP} of the successes that
   * needed a retry; empty without such successes.
   */
  public Optional<Recommendation> recommend(RetryPolicy present) {
    long successes = successesByFailures.values().stream().mapToLong(Long::longValue).sum();
    long kept = 0;
    for (Map.Entry<Integer, Long> each : successesByFailures.entrySet()) {
      kept += each.getValue();
      if (kept >= KEEP * successes) {
        List<ErrorType> hopeless = hopeless();
        RetryPolicy smallest =
            present.maxRetries(each.getKey()).never(hopeless.toArray(ErrorType[]::new));
        return Optional.of(new Recommendation(smallest, hopeless, successes, kept));
      }
    }
    return Optional.empty();
  }

  /** Returns the types that no job that succeeded ever failed with. */
  private List<ErrorType> hopeless() {
    List<ErrorType> types = new ArrayList<>();
    retriedByType()
        .forEach(
            (type, retried) -> {
              if (retried >= ENOUGH && !beforeSuccess.contains(type)) {
                types.add(type);
              }
            });
    types.sort(Comparator.comparing(ErrorType::name));
    return types;
  }
}
