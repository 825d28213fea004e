package io.taskforge.query;

import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;

/**
 * A cursor of attempts, as the text {@code jobId.entry}: the attempts before this history entry.
 */
public record AttemptCursor(JobId job, int entry) {
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
    if (dot < 0) {
      throw new IllegalArgumentException("cursor must be jobId.entry but was '" + text + "'");
    }
    return new AttemptCursor(
        JobId.parse(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
  }

  @Override
  public String toString() {
    return job + "." + entry;
  }
}
