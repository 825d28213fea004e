package io.taskforge.store;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobDetails;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.Payload;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job on a worker's lease, with all that is needed to run and to settle it.
 *
 * @param payload its JSON, as it was enqueued
 * @param number the position of this attempt in the job's history
 * @param counters the job's counters before this attempt
 */
public record ClaimedJob(
    JobIdentity identity,
    String payload,
    JobSettings settings,
    Claim claim,
    AttemptNumber number,
    Counters counters,
    Timing timing)
    implements JobDetails {
  /**
   * How the job is held.
   *
   * @param claimedAt when this attempt was claimed, by the store's clock; for a job from {@link
   *     JobStore#claimExpired} that is when the lost worker claimed it
   * @param lostBy the worker whose lease expired, for a job from {@link JobStore#claimExpired},
   *     else null
   * @param cancelRequested whether a cancellation was requested while it ran
   */
  public record Claim(
      LeaseRef lease, Instant claimedAt, @Nullable WorkerId lostBy, boolean cancelRequested) {}

  /**
   * When the job was and is due.
   *
   * @param scheduledAt when this attempt was due
   * @param firstStartedAt when its first attempt since enqueue or redrive was claimed, or null if
   *     this is it
   * @param previousDelay the delay that preceded this attempt, or null if it follows no failure
   */
  public record Timing(
      Instant scheduledAt, @Nullable Instant firstStartedAt, @Nullable Duration previousDelay) {}

  /** The number of this attempt in its round; 1 is the first. */
  public int attempt() {
    return number.attempt();
  }

  /** The lease under which the job is held. */
  public LeaseRef lease() {
    return claim.lease();
  }

  /** When this attempt was claimed, by the store's clock. */
  public Instant claimedAt() {
    return claim.claimedAt();
  }

  /** The worker whose lease expired, or null if the job was not rescued. */
  public @Nullable WorkerId lostBy() {
    return claim.lostBy();
  }

  /** Whether a cancellation was requested while it ran. */
  public boolean cancelRequested() {
    return claim.cancelRequested();
  }

  /** When this attempt was due. */
  public Instant scheduledAt() {
    return timing.scheduledAt();
  }

  /** When the first attempt since enqueue or redrive was claimed; null if this is it. */
  public @Nullable Instant firstStartedAt() {
    return timing.firstStartedAt();
  }

  /** The delay that preceded this attempt; null if it follows no failure. */
  public @Nullable Duration previousDelay() {
    return timing.previousDelay();
  }

  /** Returns this job with {@link Payload#NULL} for its payload. */
  public ClaimedJob withoutPayload() {
    return new ClaimedJob(identity, Payload.NULL.json(), settings, claim, number, counters, timing);
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s in %s, attempt %s under %s".formatted(type(), id(), queue(), number, lease());
  }
}
