package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.value.Value;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null means no restriction. Immutable. Start with {@link #all}; the methods
 * with a parameter narrow it. Pages by keyset pagination ({@link #before}) or by offset.
 */
public final class JobFilter extends Value<JobFilter> {
  /** The maximum page size. */
  public static final int MAX_LIMIT = 1_000;

  /** The maximum offset; use {@link #before} beyond it. */
  public static final int MAX_OFFSET = 100_000;

  private @Nullable QueueName queue;
  private @Nullable JobState state;
  private @Nullable JobTypeName type;
  private @Nullable TenantId tenant;
  private @Nullable String errorType;
  private @Nullable FailureKind failureKind;
  private @Nullable FailureFingerprint fingerprint;
  private @Nullable QueueName movedFrom;
  private @Nullable IdempotencyKey key;
  private @Nullable ScheduleKey schedule;
  private @Nullable String tag;
  private @Nullable Instant createdFrom;
  private @Nullable Instant createdBefore;
  private @Nullable Instant finishedFrom;
  private @Nullable Instant finishedBefore;
  private @Nullable JobId before;
  private int offset;
  private int limit;
  private boolean payloads = true;

  private JobFilter() {}

  @Override
  protected void check() {
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
    return new JobFilter().with(filter -> filter.limit = limit);
  }

  /** Returns this filter for one queue; null for all. */
  public JobFilter queue(@Nullable QueueName only) {
    return with(changed -> changed.queue = only);
  }

  /** Returns this filter for one state; null for all. */
  public JobFilter state(@Nullable JobState only) {
    return with(changed -> changed.state = only);
  }

  /** Returns this filter for one job type; null for all. */
  public JobFilter type(@Nullable JobTypeName only) {
    return with(changed -> changed.type = only);
  }

  /** Returns this filter for one tenant; null for all. */
  public JobFilter tenant(@Nullable TenantId only) {
    return with(changed -> changed.tenant = only);
  }

  /** Returns this filter for jobs whose last error has this type; null for all. */
  public JobFilter errorType(@Nullable String only) {
    return with(changed -> changed.errorType = only);
  }

  /** Returns this filter for jobs whose last error has this kind; null for all. */
  public JobFilter failureKind(@Nullable FailureKind only) {
    return with(changed -> changed.failureKind = only);
  }

  /** Returns this filter for jobs whose latest failure has this fingerprint; null for all. */
  public JobFilter fingerprint(@Nullable FailureFingerprint only) {
    return with(changed -> changed.fingerprint = only);
  }

  /** Returns this filter for dead letters of this source queue; null for all. */
  public JobFilter movedFrom(@Nullable QueueName only) {
    return with(changed -> changed.movedFrom = only);
  }

  /** Returns this filter for the job with this idempotency key; null for all. */
  public JobFilter key(@Nullable IdempotencyKey only) {
    return with(changed -> changed.key = only);
  }

  /** Returns this filter for the jobs of one schedule; null for all. */
  public JobFilter schedule(@Nullable ScheduleKey only) {
    return with(changed -> changed.schedule = only);
  }

  /** Returns this filter for jobs with this tag; null for all. */
  public JobFilter tag(@Nullable String only) {
    return with(changed -> changed.tag = only);
  }

  /** Returns this filter for jobs created at or after this time; null for all. */
  public JobFilter createdFrom(@Nullable Instant from) {
    return with(changed -> changed.createdFrom = from);
  }

  /** Returns this filter for jobs created before this time; null for all. */
  public JobFilter createdBefore(@Nullable Instant end) {
    return with(changed -> changed.createdBefore = end);
  }

  /** Returns this filter for jobs finished at or after this time; null for all. */
  public JobFilter finishedFrom(@Nullable Instant from) {
    return with(changed -> changed.finishedFrom = from);
  }

  /** Returns this filter for jobs finished before this time; null for all. */
  public JobFilter finishedBefore(@Nullable Instant end) {
    return with(changed -> changed.finishedBefore = end);
  }

  /** Returns this filter for the page after {@code last}; resets the offset. */
  public JobFilter before(@Nullable JobId last) {
    return with(
        changed -> {
          changed.before = last;
          changed.offset = 0;
        });
  }

  /** Returns this filter for the first page, with another page size. */
  public JobFilter firstPage(int newLimit) {
    return with(
        changed -> {
          changed.before = null;
          changed.offset = 0;
          changed.limit = newLimit;
        });
  }

  /** Returns this filter with a number of matches to skip. */
  public JobFilter offset(int skipped) {
    return with(changed -> changed.offset = skipped);
  }

  /**
   * Returns this filter for jobs without payload and result, which are most of the data: the
   * payload is {@link io.taskforge.job.Payload#NULL} and the result null.
   */
  public JobFilter withoutPayloads() {
    return with(changed -> changed.payloads = false);
  }

  /** Returns this filter for jobs with payload and result, as {@link #all} is. */
  public JobFilter withPayloads() {
    return with(changed -> changed.payloads = true);
  }

  /** The only queue, or null. */
  public @Nullable QueueName queue() {
    return queue;
  }

  /** The only state, or null. */
  public @Nullable JobState state() {
    return state;
  }

  /** The only job type, or null. */
  public @Nullable JobTypeName type() {
    return type;
  }

  /** The only tenant, or null. */
  public @Nullable TenantId tenant() {
    return tenant;
  }

  /** The type of the job's {@code lastError}, case-insensitive. */
  public @Nullable String errorType() {
    return errorType;
  }

  /** The kind of the job's {@code lastError}. */
  public @Nullable FailureKind failureKind() {
    return failureKind;
  }

  /** The fingerprint of the latest failed attempt. */
  public @Nullable FailureFingerprint fingerprint() {
    return fingerprint;
  }

  /** The source queue of a dead letter. */
  public @Nullable QueueName movedFrom() {
    return movedFrom;
  }

  /** The idempotency key, or null. */
  public @Nullable IdempotencyKey key() {
    return key;
  }

  /** The schedule that enqueued the job; also limits the tenant. */
  public @Nullable ScheduleKey schedule() {
    return schedule;
  }

  /** One of the job's tags. */
  public @Nullable String tag() {
    return tag;
  }

  /** Only jobs created at or after this time. */
  public @Nullable Instant createdFrom() {
    return createdFrom;
  }

  /** Only jobs created before this time. */
  public @Nullable Instant createdBefore() {
    return createdBefore;
  }

  /** Only jobs finished at or after this time. */
  public @Nullable Instant finishedFrom() {
    return finishedFrom;
  }

  /** Only jobs finished before this time. */
  public @Nullable Instant finishedBefore() {
    return finishedBefore;
  }

  /** The cursor of the previous page: only jobs with a smaller id. */
  public @Nullable JobId before() {
    return before;
  }

  /** How many matches to skip. */
  public int offset() {
    return offset;
  }

  /** The page size. */
  public int limit() {
    return limit;
  }

  /** Whether to read payloads and results. */
  public boolean payloads() {
    return payloads;
  }

  @Override
  protected List<@Nullable Object> fields() {
    return Arrays.asList(
        queue,
        state,
        type,
        tenant,
        errorType,
        failureKind,
        fingerprint,
        movedFrom,
        key,
        schedule,
        tag,
        createdFrom,
        createdBefore,
        finishedFrom,
        finishedBefore,
        before,
        offset,
        limit,
        payloads);
  }
}
