package io.taskforge.bench;

import java.util.Locale;

/**
 * What one operation of a case costs.
 *
 * @param name the case
 * @param nanos time, in nanoseconds
 * @param bytes allocated on the heap
 */
record Cost(String name, double nanos, double bytes) {
  static final double MAX_NANOS = 300;
  static final double MAX_BYTES = 200;

  /** Whether it is dearer than it may be; so is one whose figure is missing (NaN). */
  boolean tooHigh() {
    return !(nanos <= MAX_NANOS && bytes <= MAX_BYTES);
  }

  private String remark() {
    return tooHigh() ? "  ABOVE THE LIMIT" : "";
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%-56s %8.1f %8.1f%s", name, nanos, bytes, remark());
  }
}
