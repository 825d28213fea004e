package io.taskforge.query;

import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import io.taskforge.text.BoundedText;

/**
 * A cursor of attempts, as the text {@code jobId.entry}: the attempts before this history entry.
 */
public record AttemptCursor(JobId job, int entry) {
  /** Returns the cursor of the page that ends before {@code attempt}. */
  public static AttemptCursor before(Attempt attempt) {
    return new AttemptCursor(attempt.jobId(), attempt.number().entry());
  }

  /**
   * Parses a cursor.
   *
   * @throws IllegalArgumentException if it is not a job id, a dot and a number
   */
  public static AttemptCursor parse(String text) {
    int dot = text.indexOf('.');
    try {
      return new AttemptCursor(
          JobId.parse(text.substring(0, Math.max(0, dot))),
          Integer.parseInt(text.substring(dot + 1)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cursor must be jobId.entry but was '%s'".formatted(BoundedText.of(text, 100)), e);
    }
  }

  @Override
  public String toString() {
    return job + "." + entry;
  }
}
