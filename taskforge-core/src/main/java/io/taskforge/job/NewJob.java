package io.taskforge.job;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A job that is about to be stored, complete and checked.
 *
 * @param runAt when it is due, or null for now plus {@code delay}, by the store's clock
 * @param delay how long after now it is due; zero with a {@code runAt}
 */
public record NewJob(
    JobIdentity identity,
    Payload payload,
    JobSettings settings,
    @Nullable Instant runAt,
    Duration delay)
    implements JobDetails {
  private static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

  public NewJob {
    if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException("delay must be from 0 to 36500 days but was " + delay);
    }
    if (runAt != null && !delay.isZero()) {
      throw new IllegalArgumentException("give runAt or delay, not both");
    }
    // Stores keep microseconds; truncated here, so that all stores return the same value.
    runAt = runAt == null ? null : runAt.truncatedTo(ChronoUnit.MICROS);
    delay = delay.truncatedTo(ChronoUnit.MICROS);
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s of %s for %s, priority %d, at %s after %s"
        .formatted(type(), id(), tenant(), queue(), priority(), runAt, delay);
  }

  /** Returns this job as a store has it that stored it at {@code now}. */
  public Job stored(Instant now) {
    Instant due = runAt == null ? now.plus(delay) : runAt;
    return new Job(
        identity,
        payload,
        settings,
        now,
        new Job.Progress(JobState.QUEUED, AttemptNumber.NONE, Counters.ZERO, due, null),
        new Job.Results(null, null, null, null));
  }

  /** Returns this job as part of a trace. */
  public NewJob trace(@Nullable TraceContext continued) {
    return new NewJob(identity, payload, settings.trace(continued), runAt, delay);
  }

  /** A job that is due now, with {@link JobSettings#DEFAULT}. */
  public static NewJob of(JobIdentity identity, Payload payload) {
    return new NewJob(identity, payload, JobSettings.DEFAULT, null, Duration.ZERO);
  }
}
