package io.taskforge.query;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts of a job, or of several jobs, to read: the latest, or those before a given history
 * entry. Immutable.
 */
public final class AttemptFilter {
  private static final int ALL = 10_000;

  private final Values values;

  private record Values(
      List<JobId> jobs,
      @Nullable Integer before,
      @Nullable FailureKind failureKind,
      int limit,
      boolean texts) {}

  private AttemptFilter(Values values) {
    this.values = values;
  }

  /** All attempts of a job, at most the latest 10 000. */
  public static AttemptFilter all(JobId job) {
    return latest(job, ALL);
  }

  /** The latest {@code limit} attempts of a job. */
  public static AttemptFilter latest(JobId job, int limit) {
    return latest(List.of(job), limit);
  }

  /** The latest {@code limit} attempts of the newest of these jobs that have any. */
  public static AttemptFilter latest(List<JobId> jobs, int limit) {
    List<JobId> sorted = jobs.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    return new AttemptFilter(new Values(sorted, null, null, limit, true));
  }

  /** Returns this filter for the attempts of the newest job before history entry {@code first}. */
  public AttemptFilter before(@Nullable Integer first) {
    return new AttemptFilter(new Values(jobs(), first, failureKind(), limit(), texts()));
  }

  /** Returns this filter for attempts with a failure of this kind. */
  public AttemptFilter failureKind(@Nullable FailureKind only) {
    return new AttemptFilter(new Values(jobs(), before(), only, limit(), texts()));
  }

  /** Returns this filter for at most this many attempts. */
  public AttemptFilter limit(int most) {
    return new AttemptFilter(new Values(jobs(), before(), failureKind(), most, texts()));
  }

  /**
   * Returns this filter for attempts without texts: message, stack trace and explanation are null,
   * the log is empty.
   */
  public AttemptFilter withoutTexts() {
    return new AttemptFilter(new Values(jobs(), before(), failureKind(), limit(), false));
  }

  /** The jobs, sorted by id, newest first. */
  public List<JobId> jobs() {
    return values.jobs;
  }

  /** Only attempts of the newest job before this history entry; null for the latest. */
  public @Nullable Integer before() {
    return values.before;
  }

  /** Only attempts with a failure of this kind; null for all. */
  public @Nullable FailureKind failureKind() {
    return values.failureKind;
  }

  /** The maximum number of attempts. */
  public int limit() {
    return values.limit;
  }

  /** Whether to read message, stack trace, explanation and log. */
  public boolean texts() {
    return values.texts;
  }
}
