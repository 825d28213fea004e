package io.taskforge.query;

import io.taskforge.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts of a job to read: the latest, or the latest before a given one.
 *
 * @param before only attempts before the history's entry of this number; null for the latest
 * @param limit how many attempts at most
 * @param texts whether attempts are read with message, stack trace, explanation and log
 */
public record AttemptFilter(JobId job, @Nullable Integer before, int limit, boolean texts) {
  private static final int ALL = 10_000;

  /** All attempts of a job; of more than 10 000, the latest. */
  public static AttemptFilter all(JobId job) {
    return latest(job, ALL);
  }

  /** The latest {@code limit} attempts of a job. */
  public static AttemptFilter latest(JobId job, int limit) {
    return new AttemptFilter(job, null, limit, true);
  }

  /** Returns this filter for the attempts before the history's entry number {@code first}. */
  public AttemptFilter before(@Nullable Integer first) {
    return new AttemptFilter(job, first, limit, texts);
  }

  /** Returns this filter for at most this many attempts. */
  public AttemptFilter limit(int most) {
    return new AttemptFilter(job, before, most, texts);
  }

  /**
   * Returns this filter for attempts without texts: message, stack trace and explanation are null,
   * the log is empty.
   */
  public AttemptFilter withoutTexts() {
    return new AttemptFilter(job, before, limit, false);
  }
}
