package io.taskforge.store;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job on a worker's lease, with all that is needed to run and to settle it.
 *
 * @param payload its JSON, as it was enqueued
 * @param number where the attempt that this lease is for stands in the job's history
 * @param counters the job's counters before this attempt
 * @param scheduledAt when it was due
 * @param claimedAt when this attempt was claimed, by the store's clock; for a job from {@link
 *     JobStore#claimExpired} that is when the lost worker claimed it
 * @param firstStartedAt when its first attempt since enqueue or redrive was claimed, or null if
 *     this is it
 * @param previousDelay the delay that preceded this attempt, or null if it follows no failure
 * @param lostBy the worker whose lease ran out, for a job from {@link JobStore#claimExpired}, else
 *     null
 * @param cancelRequested whether somebody asked for it to be cancelled while it ran
 */
public record ClaimedJob(
    LeaseRef lease,
    JobId id,
    QueueName queue,
    JobType type,
    TenantId tenant,
    String payload,
    int priority,
    Guarantee guarantee,
    @Nullable String retryPolicy,
    @Nullable Duration timeout,
    @Nullable Instant deadline,
    @Nullable IdempotencyKey idempotencyKey,
    AttemptNumber number,
    Counters counters,
    Instant scheduledAt,
    Instant claimedAt,
    @Nullable Instant firstStartedAt,
    @Nullable Duration previousDelay,
    @Nullable WorkerId lostBy,
    boolean cancelRequested) {
  /** Which attempt of its round this lease is for; 1 is the first. */
  public int attempt() {
    return number.attempt();
  }

  public JobIdentity identity() {
    return new JobIdentity(id, queue, type, tenant);
  }

  /** Never shows the payload, which may hold secrets. */
  @Override
  public String toString() {
    return "%s %s in %s, attempt %s under %s".formatted(type, id, queue, number, lease);
  }
}
