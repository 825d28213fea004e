package io.taskforge.event;

import io.taskforge.failure.Failure;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job changed its state, and the store has it.
 *
 * @param queue the queue that it ran in
 * @param number where the job stands in its history
 * @param counters after the change
 * @param maxRetries how many retries its policy gives it; 0 where no policy was asked
 * @param failure what went wrong, or null
 * @param duration how long the attempt ran, or null; null too for a run that never started
 * @param waited how long it waited between being due and being claimed, for {@code CLAIMED}, or
 *     null
 * @param delay until its next run, or null
 * @param nextRunAt its next run, about: the store's word is in its history; or null
 * @param explanation why, in one line; may be empty
 */
public record JobEvent(
    JobId jobId,
    QueueName queue,
    JobType type,
    TenantId tenant,
    Transition transition,
    JobState state,
    AttemptNumber number,
    Counters counters,
    int maxRetries,
    @Nullable Failure failure,
    @Nullable Duration duration,
    @Nullable Duration waited,
    @Nullable Duration delay,
    @Nullable Instant nextRunAt,
    String explanation) {
  /** The attempt of this round that the change belongs to; 0 before the first. */
  public int attempt() {
    return number.attempt();
  }

  /** As {@link #attempt}, counted since the job was enqueued. */
  public int totalAttempts() {
    return number.total();
  }
}
