package io.taskforge.schedule;

import java.time.Instant;

/**
 * Occurrences that were left out, and why.
 *
 * @param at the first of them
 * @param count how many; {@link #MAX_COUNTED} means that many or more
 */
public record Skip(Instant at, int count, Reason reason) {
  /** Counting ends here. */
  public static final int MAX_COUNTED = 10_000;

  /** Why occurrences were left out. */
  public enum Reason {
    /** They were found late, and the misfire policy leaves them out or stands one job for all. */
    MISSED("missed"),
    /** They were due while another job of the schedule was not finished. */
    OVERLAP("the previous job is not finished"),
    /** A later occurrence was due as well and would have cancelled them at once. */
    SUPERSEDED("a later occurrence is due already"),
    /** Their tenant had as many jobs waiting as it may have. */
    NO_ROOM("the tenant has as many jobs as it may");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  public Skip {
    if (count < 1 || count > MAX_COUNTED) {
      throw new IllegalArgumentException(
          "count must be from 1 to %d but was %d".formatted(MAX_COUNTED, count));
    }
  }

  /** Returns it in words: {@code 3 occurrences from 2026-01-01T00:00:00Z on left out: missed}. */
  public String explain() {
    String what =
        count == 1
            ? "the occurrence of " + at
            : count + (count == MAX_COUNTED ? " or more" : "") + " occurrences from " + at + " on";
    return what + " left out: " + reason.words;
  }
}
