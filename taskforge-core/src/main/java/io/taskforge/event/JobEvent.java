package io.taskforge.event;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job changed its state, and the store has committed the change.
 *
 * @param job the job, with the queue that it ran in
 * @param number the job's position in its history
 * @param counters the job's counters after the change
 * @param explanation why, in one line; may be empty
 * @param execution who ran the job, for how long, and when it runs next
 * @param verdict how the run ended, or null if the change did not end a run
 */
public record JobEvent(
    JobIdentity job,
    Transition transition,
    JobState state,
    AttemptNumber number,
    Counters counters,
    String explanation,
    Execution execution,
    @Nullable Verdict verdict) {
  /**
   * How a job ran or waited.
   *
   * @param worker the worker that claimed or ran it, or null
   * @param duration how long the attempt ran; null if it never started
   * @param waited how long the job waited between being due and being claimed, for {@code CLAIMED},
   *     or null
   * @param nextRunAt the approximate time of the next run, or null; the exact one is in the history
   */
  public record Execution(
      @Nullable WorkerId worker,
      @Nullable Duration duration,
      @Nullable Duration waited,
      @Nullable Instant nextRunAt) {}

  /** The event of a run that ended with {@code verdict}. */
  public static JobEvent of(
      JobIdentity job, AttemptNumber number, Verdict verdict, Execution execution) {
    return new JobEvent(
        job,
        verdict.transition(),
        verdict.state(),
        number,
        verdict.counters(),
        verdict.explanation(),
        execution,
        verdict);
  }

  /** The id of the job. */
  public JobId jobId() {
    return job.id();
  }

  /** The queue of the job. */
  public QueueName queue() {
    return job.queue();
  }

  /** The type of the job. */
  public JobTypeName type() {
    return job.type();
  }

  /** The tenant of the job. */
  public TenantId tenant() {
    return job.tenant();
  }

  /** The number of the attempt in its round; 0 before the first. */
  public int attempt() {
    return number.attempt();
  }

  /** As {@link #attempt}, counted since the job was enqueued. */
  public int totalAttempts() {
    return number.total();
  }

  /** How many retries the job's policy allows; 0 where no policy was consulted. */
  public int maxRetries() {
    return verdict == null ? 0 : verdict.maxRetries();
  }

  /** What went wrong, or null. */
  public @Nullable Failure failure() {
    return verdict == null ? null : verdict.failure();
  }

  /** The delay until the next run, or null. */
  public @Nullable Duration delay() {
    return verdict == null ? null : verdict.delay();
  }

  /** See {@link Execution}. */
  public @Nullable WorkerId worker() {
    return execution.worker();
  }

  /** See {@link Execution}. */
  public @Nullable Duration duration() {
    return execution.duration();
  }

  /** See {@link Execution}. */
  public @Nullable Duration waited() {
    return execution.waited();
  }

  /** See {@link Execution}. */
  public @Nullable Instant nextRunAt() {
    return execution.nextRunAt();
  }
}
