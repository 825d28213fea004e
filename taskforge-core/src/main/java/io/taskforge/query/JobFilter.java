package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null means no restriction. Start with {@link #all}; the other methods narrow
 * it. Pages by keyset pagination ({@link #before}) or by offset.
 *
 * @param queue the job's current queue
 * @param errorType the type of the job's {@code lastError}, case-insensitive
 * @param fingerprint the fingerprint of its latest failed attempt
 * @param movedFrom the source queue of a dead letter
 * @param createdFrom created at or after this time
 * @param createdBefore created before this time
 * @param finishedFrom reached its final state at or after this time
 * @param finishedBefore reached its final state before this time
 * @param before only jobs with a smaller id: the cursor of the previous page
 * @param offset how many matches to skip, from 0 to {@value #MAX_OFFSET}
 * @param limit the page size, from 1 to {@value #MAX_LIMIT}
 * @param payloads whether to read payloads and results
 */
public record JobFilter(
    @Nullable QueueName queue,
    @Nullable JobState state,
    @Nullable JobTypeName type,
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

  /** All jobs, with this page size. */
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
  public JobFilter type(JobTypeName only) {
    return with(draft -> draft.type = only);
  }

  /** Returns this filter for one tenant. */
  public JobFilter tenant(TenantId only) {
    return with(draft -> draft.tenant = only);
  }

  /** Returns this filter for one type of last error. */
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

  /** Returns this filter for one idempotency key. */
  public JobFilter key(IdempotencyKey only) {
    return with(draft -> draft.key = only);
  }

  /** Returns this filter for jobs created at or after {@code from}. */
  public JobFilter createdFrom(Instant from) {
    return with(draft -> draft.createdFrom = from);
  }

  /** Returns this filter for jobs created before {@code end}. */
  public JobFilter createdBefore(Instant end) {
    return with(draft -> draft.createdBefore = end);
  }

  /** Returns this filter for jobs finished at or after {@code from}. */
  public JobFilter finishedFrom(Instant from) {
    return with(draft -> draft.finishedFrom = from);
  }

  /** Returns this filter for jobs finished before {@code end}. */
  public JobFilter finishedBefore(Instant end) {
    return with(draft -> draft.finishedBefore = end);
  }

  /** Returns this filter for the page after {@code last}; resets the offset. */
  public JobFilter before(JobId last) {
    return with(
        draft -> {
          draft.before = last;
          draft.offset = 0;
        });
  }

  /** Returns this filter for the first page, with another page size. */
  public JobFilter firstPage(int newLimit) {
    return with(
        draft -> {
          draft.before = null;
          draft.offset = 0;
          draft.limit = newLimit;
        });
  }

  /** Returns this filter without the first {@code skipped} matches. */
  public JobFilter offset(int skipped) {
    return with(draft -> draft.offset = skipped);
  }

  /**
   * Returns this filter for jobs without payload and result, which are most of the data: the
   * payload is {@link io.taskforge.job.Payload#NULL} and the result null.
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
