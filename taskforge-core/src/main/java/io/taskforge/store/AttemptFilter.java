package io.taskforge.store;

import io.taskforge.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts of a job to read: the latest, or the latest before a given one.
 *
 * @param before only attempts with a smaller number; null for the latest
 * @param limit how many attempts at most
 * @param texts whether attempts are read with message, stack trace, explanation and log
 */
public record AttemptFilter(JobId job, @Nullable Integer before, int limit, boolean texts) {
  /** The latest {@code limit} attempts of a job. */
  public static AttemptFilter latest(JobId job, int limit) {
    return new AttemptFilter(job, null, limit, true);
  }

  /** Returns this filter for the attempts before the one with number {@code first}. */
  public AttemptFilter before(@Nullable Integer first) {
    return new AttemptFilter(job, first, limit, texts);
  }

  /**
   * Returns this filter for attempts without texts: message, stack trace and explanation are null,
   * the log is empty.
   */
  public AttemptFilter withoutTexts() {
    return new AttemptFilter(job, before, limit, false);
  }
}
