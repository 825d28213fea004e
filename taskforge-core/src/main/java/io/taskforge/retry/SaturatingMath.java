package io.taskforge.retry;

/** Arithmetic on non-negative longs that saturates at {@link Long#MAX_VALUE}. */
final class SaturatingMath {
  /** F(92) is the largest Fibonacci number that fits a long. */
  static final int LAST_FIBONACCI = 92;

  private static final long[] FIBONACCI = new long[LAST_FIBONACCI + 1];

  static {
    FIBONACCI[1] = 1;
    for (int i = 2; i <= LAST_FIBONACCI; i++) {
      FIBONACCI[i] = FIBONACCI[i - 1] + FIBONACCI[i - 2];
    }
  }

  private SaturatingMath() {}

  static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  static long times(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  static long fibonacci(int n) {
    return n <= LAST_FIBONACCI ? FIBONACCI[n] : Long.MAX_VALUE;
  }
}
