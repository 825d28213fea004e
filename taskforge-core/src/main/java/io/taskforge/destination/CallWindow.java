package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A sliding window of calls, by the time at which they were sent. The last seconds have short
 * buckets however long the window is, so that earlier successes do not hide failures in a row.
 *
 * @param length how far back it reaches; never shorter than the longest timeout of a call, because
 *     otherwise calls that time out would be forgotten before they fail
 * @param buckets the outcomes, oldest first
 */
public record CallWindow(Duration length, List<Bucket> buckets) {
  private static final int BUCKETS = 20;
  private static final Duration SHORTEST_BUCKET = Duration.ofMillis(500);
  private static final Duration RECENT = Duration.ofSeconds(10);

  /**
   * The calls of a part of the window.
   *
   * @param start the time of the first call that it can hold
   */
  public record Bucket(Instant start, int succeeded, int failed) {}

  public CallWindow {
    buckets = List.copyOf(buckets);
  }

  /** A window without calls. */
  public static CallWindow empty(Duration length) {
    return new CallWindow(length, List.of());
  }

  /** Returns this window with calls, as far as they were sent within it. */
  CallWindow with(List<Calls> calls, Duration longestCall, Instant now) {
    Duration wanted = longestCall.compareTo(length) > 0 ? longestCall : length;
    Instant oldest = now.minus(wanted);
    List<Bucket> counted = new ArrayList<>();
    buckets.stream().filter(bucket -> bucket.start.isAfter(oldest)).forEach(counted::add);
    for (Calls each : calls) {
      if (each.sentAt().isAfter(oldest)) {
        add(counted, each, SHORTEST_BUCKET);
      }
    }
    return new CallWindow(wanted, merged(counted, bucketLength(wanted), now.minus(RECENT)));
  }

  private static void add(List<Bucket> buckets, Calls calls, Duration length) {
    int at = buckets.size();
    while (at > 0 && buckets.get(at - 1).start.isAfter(calls.sentAt())) {
      at--;
    }
    Bucket before = at == 0 ? null : buckets.get(at - 1);
    if (before != null && calls.sentAt().isBefore(before.start.plus(length))) {
      int succeeded = before.succeeded + calls.succeeded();
      int failed = before.failed + calls.failed();
      buckets.set(at - 1, new Bucket(before.start, succeeded, failed));
    } else {
      buckets.add(at, new Bucket(calls.sentAt(), calls.succeeded(), calls.failed()));
    }
  }

  /** Merges the buckets before an instant into longer ones. */
  private static List<Bucket> merged(List<Bucket> buckets, Duration length, Instant before) {
    List<Bucket> merged = new ArrayList<>();
    for (Bucket each : buckets) {
      Calls calls =
          new Calls(each.start, DestinationState.UNKNOWN_EPOCH, each.succeeded, each.failed);
      add(merged, calls, each.start.isBefore(before) ? length : Duration.ZERO);
    }
    return merged;
  }

  private static Duration bucketLength(Duration window) {
    Duration length = window.dividedBy(BUCKETS);
    return length.compareTo(SHORTEST_BUCKET) < 0 ? SHORTEST_BUCKET : length;
  }

  /** How many calls it has. */
  public long total() {
    return failed() + buckets.stream().mapToLong(Bucket::succeeded).sum();
  }

  /** How many of them failed. */
  public long failed() {
    return buckets.stream().mapToLong(Bucket::failed).sum();
  }

  /** How many of the last calls failed without a success among them. */
  long failedInARow() {
    long failed = 0;
    for (int i = buckets.size() - 1; i >= 0 && buckets.get(i).succeeded == 0; i--) {
      failed += buckets.get(i).failed;
    }
    return failed;
  }

  /** Calls per second that succeeded, between the first and the last success. */
  double successRate() {
    List<Bucket> good = buckets.stream().filter(bucket -> bucket.succeeded > 0).toList();
    if (good.isEmpty()) {
      return 0;
    }
    Instant last = good.get(good.size() - 1).start;
    boolean recent = last.isAfter(buckets.get(buckets.size() - 1).start.minus(RECENT));
    Instant end = last.plus(recent ? SHORTEST_BUCKET : bucketLength(length));
    double seconds = Duration.between(good.get(0).start, end).toNanos() / 1e9;
    return good.stream().mapToLong(Bucket::succeeded).sum() / seconds;
  }
}
