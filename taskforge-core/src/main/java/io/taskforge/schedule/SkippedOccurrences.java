package io.taskforge.schedule;

import java.time.Instant;

/**
 * Occurrences that were skipped for the same reason.
 *
 * @param at the first skipped occurrence
 * @param count the number; {@link #MAX_COUNTED} means that many or more
 */
public record SkippedOccurrences(Instant at, int count, Reason reason) {
  public static final int MAX_COUNTED = 10_000;

  /** Why occurrences were skipped. */
  public enum Reason {
    /** They were late, and the misfire policy skips them or runs one job for all. */
    MISSED("missed"),
    /** They were due while another job of the schedule was not finished. */
    OVERLAP("the previous job is not finished"),
    /** A later occurrence was due too and would have cancelled them immediately. */
    SUPERSEDED("a later occurrence is already due"),
    /** The tenant had reached its quota of jobs. */
    QUOTA_EXCEEDED("the tenant has reached its job quota");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  public SkippedOccurrences {
    if (count < 1 || count > MAX_COUNTED) {
      throw new IllegalArgumentException(
          "count must be from 1 to %d but was %d".formatted(MAX_COUNTED, count));
    }
  }

  /** Returns text such as {@code 3 occurrences from 2026-01-01T00:00:00Z skipped: missed}. */
  public String explain() {
    String what =
        count == 1
            ? "the occurrence at " + at
            : count + (count == MAX_COUNTED ? " or more" : "") + " occurrences from " + at;
    return what + " skipped: " + reason.text;
  }
}
