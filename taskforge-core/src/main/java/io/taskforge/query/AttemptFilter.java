package io.taskforge.query;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.value.Copyable;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which attempts of a job, or of several jobs, to read: the latest, or those before a given history
 * entry. Immutable.
 */
public final class AttemptFilter extends Copyable<AttemptFilter> {
  private static final int ALL = 10_000;

  private final List<JobId> jobs;
  private @Nullable Integer before;
  private @Nullable FailureKind failureKind;
  private int limit;
  private boolean texts = true;

  private AttemptFilter(List<JobId> jobs) {
    this.jobs = jobs.stream().distinct().sorted(Comparator.reverseOrder()).toList();
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
    return new AttemptFilter(jobs).limit(limit);
  }

  /** Returns this filter for the attempts of the newest job before history entry {@code first}. */
  public AttemptFilter before(@Nullable Integer first) {
    return with(filter -> filter.before = first);
  }

  /** Returns this filter for attempts with a failure of this kind; null for all. */
  public AttemptFilter failureKind(@Nullable FailureKind only) {
    return with(filter -> filter.failureKind = only);
  }

  /** Returns this filter with another page size. */
  public AttemptFilter limit(int most) {
    return with(filter -> filter.limit = most);
  }

  /**
   * Returns this filter for attempts without texts: message, stack trace and explanation are null,
   * the log is empty.
   */
  public AttemptFilter withoutTexts() {
    return with(filter -> filter.texts = false);
  }

  /** The jobs, sorted by id, newest first. */
  public List<JobId> jobs() {
    return jobs;
  }

  /** Only attempts of the newest job before this history entry; null for the latest. */
  public @Nullable Integer before() {
    return before;
  }

  /** Only attempts with a failure of this kind; null for all. */
  public @Nullable FailureKind failureKind() {
    return failureKind;
  }

  /** The page size. */
  public int limit() {
    return limit;
  }

  /** Whether to read message, stack trace, explanation and log. */
  public boolean texts() {
    return texts;
  }
}
