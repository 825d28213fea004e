package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null leaves a criterion out. Begins with {@link #all}, and each method with
 * an argument returns a narrower one.
 *
 * @param queue where it is now
 * @param errorType the type of what the job says in {@code lastError}, without regard to case
 * @param fingerprint of its latest attempt that failed, whatever came after
 * @param movedFrom the queue that a dead letter came from
 * @param createdFrom created then or later
 * @param createdBefore created before then
 * @param finishedFrom reached its final state then or later
 * @param finishedBefore reached its final state before then
 * @param before only jobs with a smaller id: the cursor of the page before
 * @param offset how many of those that match are left out first, from 0 to {@value #MAX_OFFSET}
 * @param limit from 1 to {@value #MAX_LIMIT}
 * @param payloads whether jobs are read with their payload and result
 */
public record JobFilter(
    @Nullable QueueName queue,
    @Nullable JobState state,
    @Nullable JobType type,
    @Nullable TenantId tenant,
    @Nullable String errorType,
    @Nullable FailureFingerprint fingerprint,
    @Nullable QueueName movedFrom,
    @Nullable IdempotencyKey key,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable Instant finishedFrom,
    @Nullable Instant finishedBefore,
    @Nullable JobId before,
    int offset,
    int limit,
    boolean payloads) {
  public static final int MAX_LIMIT = 1_000;
  public static final int MAX_OFFSET = 100_000;

  public JobFilter {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
    if (offset < 0 || offset > MAX_OFFSET) {
      throw new IllegalArgumentException(
          "offset must be from 0 to " + MAX_OFFSET + " but was " + offset);
    }
  }

  /** Everything, a page of {@code limit}. */
  public static JobFilter all(int limit) {
    return new JobFilter(
        null, null, null, null, null, null, null, null, null, null, null, null, null, 0, limit,
        true);
  }

  /** Returns this filter for one queue. */
  public JobFilter queue(QueueName only) {
    return with(draft -> draft.queue = only);
  }

  /** Returns this filter for one state. */
  public JobFilter state(JobState only) {
    return with(draft -> draft.state = only);
  }

  /** Returns this filter for one job type. */
  public JobFilter type(JobType only) {
    return with(draft -> draft.type = only);
  }

  /** Returns this filter for one tenant. */
  public JobFilter tenant(TenantId only) {
    return with(draft -> draft.tenant = only);
  }

  /** Returns this filter for one type of last failure. */
  public JobFilter errorType(String only) {
    return with(draft -> draft.errorType = only);
  }

  /** Returns this filter for jobs whose latest failure has this fingerprint. */
  public JobFilter fingerprint(FailureFingerprint only) {
    return with(draft -> draft.fingerprint = only);
  }

  /** Returns this filter for dead letters that came from one queue. */
  public JobFilter movedFrom(QueueName only) {
    return with(draft -> draft.movedFrom = only);
  }

  /** Returns this filter for one idempotency key, of any tenant. */
  public JobFilter key(IdempotencyKey only) {
    return with(draft -> draft.key = only);
  }

  /** Returns this filter for jobs that were created then or later. */
  public JobFilter createdFrom(Instant from) {
    return with(draft -> draft.createdFrom = from);
  }

  /** Returns this filter for jobs that were created before then. */
  public JobFilter createdBefore(Instant end) {
    return with(draft -> draft.createdBefore = end);
  }

  /** Returns this filter for jobs that were finished then or later. */
  public JobFilter finishedFrom(Instant from) {
    return with(draft -> draft.finishedFrom = from);
  }

  /** Returns this filter for jobs that were finished before then. */
  public JobFilter finishedBefore(Instant end) {
    return with(draft -> draft.finishedBefore = end);
  }

  /** Returns this filter for the page that follows {@code last}, from its beginning. */
  public JobFilter before(JobId last) {
    return with(
        draft -> {
          draft.before = last;
          draft.offset = 0;
        });
  }

  /** Returns this filter without the first {@code skipped} that match. */
  public JobFilter offset(int skipped) {
    return with(draft -> draft.offset = skipped);
  }

  /**
   * Returns this filter for jobs without payload and result, which are most of what is read: the
   * payload of each is {@link io.taskforge.job.Payload#NULL} and its result null.
   */
  public JobFilter withoutPayloads() {
    return with(draft -> draft.payloads = false);
  }

  private JobFilter with(Consumer<JobFilterDraft> change) {
    JobFilterDraft draft = new JobFilterDraft(this);
    change.accept(draft);
    return draft.filter();
  }
}
