package io.taskforge.stats;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.Run;
import io.taskforge.job.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What statistics distinguish among the entries of a history. Stores count entries by hour, tenant,
 * queue, type and {@link #code}.
 *
 * @param retry failures before the run, at most {@link #MAX_RETRY}; 0 for a first run
 * @param started whether the handler was started; an entry that never started is not an attempt
 * @param failureKind the kind of failure, or null
 * @param ended the final state that the job reached with this entry, or null if it runs again
 * @param runTimeBucket see {@link DurationBuckets}; 0 if it never started
 * @param delayBucket of the delay before the next run; 0 if there is none
 * @param waitBucket of the time from due to started; 0 if it never started
 */
public record AttemptCategory(
    int retry,
    AttemptStatus status,
    boolean started,
    @Nullable FailureKind failureKind,
    @Nullable JobState ended,
    int runTimeBucket,
    int delayBucket,
    int waitBucket) {
  /** Retries with a higher number are counted as this one. */
  public static final int MAX_RETRY = 100;

  // The positions are stored: append, never reorder.
  private static final List<AttemptStatus> STATUSES =
      List.of(
          AttemptStatus.SUCCEEDED,
          AttemptStatus.FAILED,
          AttemptStatus.LOST,
          AttemptStatus.INTERRUPTED,
          AttemptStatus.SNOOZED,
          AttemptStatus.CANCELLED);
  private static final List<FailureKind> KINDS =
      List.of(FailureKind.TRANSIENT, FailureKind.PERMANENT, FailureKind.OVERLOAD);
  private static final List<JobState> STATES =
      List.of(JobState.SUCCEEDED, JobState.FAILED, JobState.DEAD, JobState.CANCELLED);

  // The retry has the lowest bits, so that SQL can add it to a code.
  private static final int STATUS = 7;
  private static final int STARTED = 10;
  private static final int KIND = 11;
  private static final int ENDED = 14;
  private static final int RUN_TIME = 17;
  private static final int DELAY = 21;
  private static final int WAIT = 25;

  /**
   * Returns the category of a run with this number of failures before it.
   *
   * @param dueAt when it was due
   */
  public static AttemptCategory of(int failures, Instant dueAt, Run run, Verdict verdict) {
    JobState state = verdict.state();
    Instant startedAt = run.startedAt();
    return new AttemptCategory(
        Math.min(failures, MAX_RETRY),
        verdict.status(),
        run.isStarted(),
        verdict.failure() == null ? null : verdict.failure().kind(),
        state.isFinal() ? state : null,
        DurationBuckets.of(run.duration()),
        DurationBuckets.of(verdict.delay()),
        DurationBuckets.of(startedAt == null ? null : Duration.between(dueAt, startedAt)));
  }

  /** Returns the category of a waiting job that was ended by request. */
  public static AttemptCategory endedWhileWaiting(int failures, JobState ended) {
    return new AttemptCategory(
        Math.min(failures, MAX_RETRY), AttemptStatus.CANCELLED, false, null, ended, 0, 0, 0);
  }

  /** Returns this category for a job that was cancelled instead of running again. */
  public AttemptCategory cancelled() {
    return new AttemptCategory(
        retry, status, started, failureKind, JobState.CANCELLED, runTimeBucket, 0, waitBucket);
  }

  /** The category as a number, for stores. */
  public int code() {
    return retry
        | STATUSES.indexOf(status) << STATUS
        | (started ? 1 : 0) << STARTED
        | (failureKind == null ? 0 : 1 + KINDS.indexOf(failureKind)) << KIND
        | (ended == null ? 0 : 1 + STATES.indexOf(ended)) << ENDED
        | runTimeBucket << RUN_TIME
        | delayBucket << DELAY
        | waitBucket << WAIT;
  }

  /** Returns the category with this {@link #code}. */
  public static AttemptCategory of(int code) {
    int kind = code >> KIND & 7;
    int ended = code >> ENDED & 7;
    return new AttemptCategory(
        code & 127,
        STATUSES.get(code >> STATUS & 7),
        (code >> STARTED & 1) == 1,
        kind == 0 ? null : KINDS.get(kind - 1),
        ended == 0 ? null : STATES.get(ended - 1),
        code >> RUN_TIME & 15,
        code >> DELAY & 15,
        code >> WAIT & 15);
  }

  /**
   * Whether this is a retry that has ended: an attempt after a failure that succeeded, failed, was
   * lost or was cancelled. An attempt that was interrupted or snoozed is run again and not counted.
   */
  boolean isRetry() {
    return retry > 0 && started && !runsAgain();
  }

  /** Whether the attempt failed or its worker was lost. */
  boolean isFailure() {
    return started && (status == AttemptStatus.FAILED || status == AttemptStatus.LOST);
  }

  private boolean runsAgain() {
    return status == AttemptStatus.INTERRUPTED || status == AttemptStatus.SNOOZED;
  }
}
