package io.taskforge.server.preview;

import io.taskforge.retry.DelayRange;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.preview.RetryRow.Note;
import io.taskforge.server.preview.RetryRow.Waited;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The retries of a policy as rows. */
public final class RetryRows {
  /**
   * The last retry whose delays are summed: the maximum number of retries of a policy. Limits the
   * cost of a preview of retry 2^31−1.
   */
  public static final int LAST_SUMMED = 1_000_000;

  private RetryRows() {}

  /** Returns the policy's own retries, the first {@code most} of them. */
  public static List<RetryRow> first(RetryPolicy policy, int most) {
    return of(
        policy, IntStream.rangeClosed(1, Math.min(policy.maxRetries(), most)).boxed().toList());
  }

  /** Returns these retries, each at least 1, in the order given. */
  public static List<RetryRow> of(RetryPolicy policy, List<Integer> retries) {
    Map<Integer, Waited> sums = sums(policy, new TreeSet<>(retries));
    return retries.stream()
        .map(
            retry -> {
              Waited waited = sums.get(retry);
              return new RetryRow(retry, policy.range(retry), waited, note(policy, retry, waited));
            })
        .toList();
  }

  private static Map<Integer, Waited> sums(RetryPolicy policy, NavigableSet<Integer> wanted) {
    Map<Integer, Waited> sums = new HashMap<>();
    Integer last = wanted.floor(LAST_SUMMED);
    // The mean of decorrelated delays is not a sum of midpoints: each depends on the one before it.
    boolean hasMean = policy.jitter().type() != Jitter.Type.DECORRELATED;
    Duration min = Duration.ZERO;
    Duration max = Duration.ZERO;
    for (int retry = 1; last != null && retry <= last; retry++) {
      DelayRange range = policy.range(retry);
      min = min.plus(range.min());
      max = max.plus(range.max());
      if (wanted.contains(retry)) {
        sums.put(retry, new Waited(min, max, hasMean ? min.plus(max).dividedBy(2) : null));
      }
    }
    return sums;
  }

  private static Note note(RetryPolicy policy, int retry, @Nullable Waited waited) {
    if (retry > policy.maxRetries()) {
      return Note.BEYOND_MAX_RETRIES;
    }
    Duration maxElapsed = policy.maxElapsed();
    return maxElapsed != null && waited != null && waited.min().compareTo(maxElapsed) > 0
        ? Note.BEYOND_MAX_ELAPSED
        : Note.NONE;
  }
}
