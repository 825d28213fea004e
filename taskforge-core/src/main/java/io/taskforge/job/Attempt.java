package io.taskforge.job;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, as an entry of its history. Written once, in one transaction with the job's new
 * state; no later attempt changes it. All times are the store's.
 *
 * <p>A run that ended before its handler was started has an entry too, so that its end and the
 * reason are known. It does not count as an attempt: see {@link #isStarted}.
 *
 * @param number its position in the job's history
 * @param retry failures before this run since the job was enqueued or redriven; 0 for a first run
 * @param worker the worker that had claimed it; null for a run that was cancelled while it waited
 * @param scheduledAt when it was due
 * @param finishedAt null while it runs
 */
public record Attempt(
    JobId jobId,
    AttemptNumber number,
    int retry,
    @Nullable WorkerId worker,
    Instant scheduledAt,
    @Nullable Instant finishedAt,
    Run run,
    Result result) {
  /**
   * How a run ended, and the job's state after it.
   *
   * @param counters the job's counters after this attempt
   * @param failure what went wrong, or null
   * @param next the job's next run, or null if it has none
   * @param explanation the reason for the delay or for the job's end, or null
   */
  public record Result(
      AttemptStatus status,
      Counters counters,
      @Nullable FailureDetails failure,
      @Nullable NextRun next,
      @Nullable String explanation) {}

  /**
   * What went wrong.
   *
   * @param message null in a history that was read without texts; so is the stack trace
   */
  public record FailureDetails(
      FailureKind kind, String type, @Nullable String message, @Nullable String stackTrace) {
    /** Returns the details of a failure; null for null. */
    public static @Nullable FailureDetails of(@Nullable Failure failure) {
      return failure == null
          ? null
          : new FailureDetails(
              failure.kind(), failure.type().name(), failure.message(), failure.stackTrace());
    }
  }

  /** The run that follows, and the delay before it. */
  public record NextRun(Duration delay, Instant at) {}

  /** A run that has not ended, of a job with these counters. */
  public static Attempt running(
      JobId id,
      AttemptNumber number,
      Counters counters,
      WorkerId worker,
      Instant scheduledAt,
      Instant startedAt) {
    return new Attempt(
        id,
        number,
        counters.failures(),
        worker,
        scheduledAt,
        null,
        new Run(startedAt, null, List.of(), null),
        new Result(AttemptStatus.RUNNING, counters, null, null, null));
  }

  /** Whether this is an attempt: its handler was started, or may have been. */
  public boolean isStarted() {
    return run.isStarted();
  }

  /**
   * The number of this attempt in its round; 1 is the first. For a run that never started, the
   * number of attempts before it.
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
    FailureDetails failure = result.failure;
    return new Attempt(
        jobId,
        number,
        retry,
        worker,
        scheduledAt,
        finishedAt,
        new Run(startedAt(), duration(), List.of(), progress()),
        new Result(
            status(),
            counters(),
            failure == null ? null : new FailureDetails(failure.kind, failure.type, null, null),
            result.next,
            null));
  }

  /** When the handler was started; null if it never was. */
  public @Nullable Instant startedAt() {
    return run.startedAt();
  }

  /** How long the handler ran; null if it was never started or still runs. */
  public @Nullable Duration duration() {
    return run.duration();
  }

  /** The lines that the handler logged. */
  public List<String> log() {
    return run.log();
  }

  /** The last progress that the handler reported, from 0 to 1, or null. */
  public @Nullable Double progress() {
    return run.progress();
  }

  /** How the run ended. */
  public AttemptStatus status() {
    return result.status();
  }

  /** The job's counters after this run. */
  public Counters counters() {
    return result.counters();
  }

  /** The reason for the delay or for the job's end, or null. */
  public @Nullable String explanation() {
    return result.explanation();
  }

  /** The kind of the failure, or null without one. */
  public @Nullable FailureKind failureKind() {
    return result.failure == null ? null : result.failure.kind;
  }

  /** The type of the failure, or null without one. */
  public @Nullable String errorType() {
    return result.failure == null ? null : result.failure.type;
  }

  /** The message of the failure; null without one, or if it was read without texts. */
  public @Nullable String message() {
    return result.failure == null ? null : result.failure.message;
  }

  /** The stack trace of the failure; null without one, or if it was read without texts. */
  public @Nullable String stackTrace() {
    return result.failure == null ? null : result.failure.stackTrace;
  }

  /** The delay before the next run, or null. */
  public @Nullable Duration delay() {
    return result.next == null ? null : result.next.delay;
  }

  /** When the next run is due, or null. */
  public @Nullable Instant nextRunAt() {
    return result.next == null ? null : result.next.at;
  }
}
