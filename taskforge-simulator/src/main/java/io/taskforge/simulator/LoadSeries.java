package io.taskforge.simulator;

import java.util.Arrays;

/**
 * The load on the destination: the calls that were sent in each second, and how many of them
 * failed.
 */
public final class LoadSeries {
  private final int firstSecond;
  private final int[] calls;
  private final int[] failed;

  private LoadSeries(int firstSecond, int[] calls, int[] failed) {
    this.firstSecond = firstSecond;
    this.calls = calls;
    this.failed = failed;
  }

  /**
   * The time of the first value, in seconds from the start of the outage; negative, because the
   * simulation starts before it.
   */
  public int firstSecond() {
    return firstSecond;
  }

  /** The number of seconds. */
  public int seconds() {
    return calls.length;
  }

  /** The most calls in one second. */
  public int peak() {
    return Arrays.stream(calls).max().orElse(0);
  }

  /** The number of all calls. */
  public long totalCalls() {
    return Arrays.stream(calls).asLongStream().sum();
  }

  /** The number of all calls that failed. */
  public long totalFailed() {
    return Arrays.stream(failed).asLongStream().sum();
  }

  /** The average number of calls per second in the {@code width} seconds from index {@code at}. */
  public double callRate(int at, int width) {
    return mean(calls, at, width);
  }

  /** As {@link #callRate}, of the calls that failed. */
  public double failureRate(int at, int width) {
    return mean(failed, at, width);
  }

  private static double mean(int[] values, int at, int width) {
    int to = Math.min(values.length, at + width);
    return at >= to ? 0 : Arrays.stream(values, at, to).sum() / (double) (to - at);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LoadSeries load
        && firstSecond == load.firstSecond
        && Arrays.equals(calls, load.calls)
        && Arrays.equals(failed, load.failed);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(calls) + Arrays.hashCode(failed);
  }

  @Override
  public String toString() {
    return "%d calls in %d s, %d failed".formatted(totalCalls(), seconds(), totalFailed());
  }

  /** Counts calls by the second in which they are sent. */
  static final class Counter {
    private static final long SECOND = 1_000_000_000L;

    private int[] calls = new int[1024];
    private int[] failed = new int[1024];
    private int seconds;

    void sent(long now) {
      int second = (int) (now / SECOND);
      if (second >= calls.length) {
        int length = Math.max(second + 1, calls.length * 2);
        calls = Arrays.copyOf(calls, length);
        failed = Arrays.copyOf(failed, length);
      }
      calls[second]++;
      seconds = Math.max(seconds, second + 1);
    }

    /** Counts a failed call in the second in which it was sent. */
    void failed(long sentAt) {
      failed[(int) (sentAt / SECOND)]++;
    }

    LoadSeries series(int firstSecond) {
      return new LoadSeries(
          firstSecond, Arrays.copyOf(calls, seconds), Arrays.copyOf(failed, seconds));
    }
  }
}
