package io.taskforge.retry;

import java.util.Arrays;
import java.util.function.LongSupplier;

/** The Kolmogorov–Smirnov statistic of samples against the uniform distribution. */
final class Uniformity {
  /** Uniform samples exceed this for one in a thousand seeds. */
  static final double CRITICAL = 1.95;

  static final int SAMPLES = 20_000;

  private Uniformity() {}

  /** Returns the largest distance between the two distribution functions, times √n. */
  static double statistic(LongSupplier samples, long min, long max) {
    long[] sorted = new long[SAMPLES];
    Arrays.setAll(sorted, i -> samples.getAsLong());
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double expected = (double) (sorted[i] - min) / (max - min);
      double below = (double) i / SAMPLES;
      double upTo = (double) (i + 1) / SAMPLES;
      distance = Math.max(distance, Math.max(expected - below, upTo - expected));
    }
    return distance * Math.sqrt(SAMPLES);
  }
}
