package io.taskforge.job;

import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, as history keeps it. Written once, with the job's new state, in one
 * transaction; no later attempt changes it. All times are the store's.
 *
 * <p>A run that ended before its handler was started has an entry too, so that its end and the
 * reason are known. It is no attempt: see {@link #isStarted}.
 *
 * @param number where it stands in the job's history
 * @param retry failures before this run since the job was enqueued or redriven; 0 is no retry
 * @param scheduledAt when it was due
 * @param worker the worker that had claimed it; null for a run that was cancelled while it waited
 * @param startedAt when the handler was started; null if it never was
 * @param finishedAt null while it runs
 * @param failureKind with errorType, message and stackTrace: what went wrong, or null
 * @param delay the delay until the next run, or null where there is none
 * @param nextRunAt when the next run is due, or null where there is none
 * @param explanation why the job went on as it did: the delay's or the end's reason
 * @param counters the job's counters after this attempt
 * @param log lines that the handler wrote
 * @param progress what the handler last said of its progress, from 0 to 1, or null
 */
public record Attempt(
    JobId jobId,
    AttemptNumber number,
    int retry,
    AttemptStatus status,
    @Nullable WorkerId worker,
    Instant scheduledAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Duration duration,
    @Nullable FailureKind failureKind,
    @Nullable String errorType,
    @Nullable String message,
    @Nullable String stackTrace,
    @Nullable Duration delay,
    @Nullable Instant nextRunAt,
    @Nullable String explanation,
    Counters counters,
    List<String> log,
    @Nullable Double progress) {
  public Attempt {
    log = List.copyOf(log);
  }

  /** Whether this is an attempt: its handler was started, or may have been. */
  public boolean isStarted() {
    return startedAt != null;
  }

  /**
   * Which attempt of its round this is; 1 is the first. For a run that never started, how many came
   * before it.
   */
  public int attempt() {
    return number.attempt();
  }

  /** As {@link #attempt}, counted through all rounds. */
  public int totalAttempts() {
    return number.total();
  }

  /** Returns this attempt without message, stack trace, explanation and log. */
  public Attempt withoutTexts() {
    return new Attempt(
        jobId,
        number,
        retry,
        status,
        worker,
        scheduledAt,
        startedAt,
        finishedAt,
        duration,
        failureKind,
        errorType,
        null,
        null,
        delay,
        nextRunAt,
        null,
        counters,
        List.of(),
        progress);
  }
}
