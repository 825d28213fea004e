package io.taskforge.query;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts of a job to read: the latest, or those before a given history entry. Immutable.
 */
public final class AttemptFilter {
  private static final int ALL = 10_000;

  private final JobId job;
  private final @Nullable Integer before;
  private final @Nullable FailureKind failureKind;
  private final int limit;
  private final boolean texts;

  private AttemptFilter(
      JobId job,
      @Nullable Integer before,
      @Nullable FailureKind failureKind,
      int limit,
      boolean texts) {
    this.job = job;
    this.before = before;
    this.failureKind = failureKind;
    this.limit = limit;
    this.texts = texts;
  }

  /** All attempts of a job, at most the latest 10 000. */
  public static AttemptFilter all(JobId job) {
    return latest(job, ALL);
  }

  /** The latest {@code limit} attempts of a job. */
  public static AttemptFilter latest(JobId job, int limit) {
    return new AttemptFilter(job, null, null, limit, true);
  }

  /** Returns this filter for the attempts before history entry {@code first}. */
  public AttemptFilter before(@Nullable Integer first) {
    return new AttemptFilter(job, first, failureKind, limit, texts);
  }

  /** Returns this filter for attempts with a failure of this kind. */
  public AttemptFilter failureKind(@Nullable FailureKind only) {
    return new AttemptFilter(job, before, only, limit, texts);
  }

  /** Returns this filter for at most this many attempts. */
  public AttemptFilter limit(int most) {
    return new AttemptFilter(job, before, failureKind, most, texts);
  }

  /**
   * Returns this filter for attempts without texts: message, stack trace and explanation are null,
   * the log is empty.
   */
  public AttemptFilter withoutTexts() {
    return new AttemptFilter(job, before, failureKind, limit, false);
  }

  public JobId job() {
    return job;
  }

  /** Only attempts before this history entry; null for the latest. */
  public @Nullable Integer before() {
    return before;
  }

  /** Only attempts with a failure of this kind; null for all. */
  public @Nullable FailureKind failureKind() {
    return failureKind;
  }

  /** The maximum number of attempts. */
  public int limit() {
    return limit;
  }

  /** Whether to read message, stack trace, explanation and log. */
  public boolean texts() {
    return texts;
  }
}
