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
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list; null means no restriction. Immutable. Start with {@link #all}; the methods
 * with a parameter narrow it. Pages by keyset pagination ({@link #before}) or by offset.
 */
public final class JobFilter {
  public static final int MAX_LIMIT = 1_000;
  public static final int MAX_OFFSET = 100_000;

  private final JobFilterValues values; // never changed: every method copies it

  private JobFilter(JobFilterValues values) {
    if (values.limit < 1 || values.limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + values.limit);
    }
    if (values.offset < 0 || values.offset > MAX_OFFSET) {
      throw new IllegalArgumentException(
          "offset must be from 0 to " + MAX_OFFSET + " but was " + values.offset);
    }
    this.values = values;
  }

  /** All jobs, with this page size. */
  public static JobFilter all(int limit) {
    JobFilterValues values = new JobFilterValues();
    values.limit = limit;
    return new JobFilter(values);
  }

  /** Returns this filter for one queue. */
  public JobFilter queue(@Nullable QueueName only) {
    return with(changed -> changed.queue = only);
  }

  /** Returns this filter for one state. */
  public JobFilter state(@Nullable JobState only) {
    return with(changed -> changed.state = only);
  }

  /** Returns this filter for one job type. */
  public JobFilter type(@Nullable JobTypeName only) {
    return with(changed -> changed.type = only);
  }

  /** Returns this filter for one tenant. */
  public JobFilter tenant(@Nullable TenantId only) {
    return with(changed -> changed.tenant = only);
  }

  /** Returns this filter for one type of last error. */
  public JobFilter errorType(@Nullable String only) {
    return with(changed -> changed.errorType = only);
  }

  /** Returns this filter for one kind of last error. */
  public JobFilter failureKind(@Nullable FailureKind only) {
    return with(changed -> changed.failureKind = only);
  }

  /** Returns this filter for jobs whose latest failure has this fingerprint. */
  public JobFilter fingerprint(@Nullable FailureFingerprint only) {
    return with(changed -> changed.fingerprint = only);
  }

  /** Returns this filter for dead letters that came from one queue. */
  public JobFilter movedFrom(@Nullable QueueName only) {
    return with(changed -> changed.movedFrom = only);
  }

  /** Returns this filter for one idempotency key. */
  public JobFilter key(@Nullable IdempotencyKey only) {
    return with(changed -> changed.key = only);
  }

  /** Returns this filter for the jobs that one schedule enqueued. */
  public JobFilter schedule(@Nullable ScheduleKey only) {
    return with(changed -> changed.schedule = only);
  }

  /** Returns this filter for jobs created at or after {@code from}. */
  public JobFilter createdFrom(@Nullable Instant from) {
    return with(changed -> changed.createdFrom = from);
  }

  /** Returns this filter for jobs created before {@code end}. */
  public JobFilter createdBefore(@Nullable Instant end) {
    return with(changed -> changed.createdBefore = end);
  }

  /** Returns this filter for jobs finished at or after {@code from}. */
  public JobFilter finishedFrom(@Nullable Instant from) {
    return with(changed -> changed.finishedFrom = from);
  }

  /** Returns this filter for jobs finished before {@code end}. */
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

  /** Returns this filter without the first {@code skipped} matches. */
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

  private JobFilter with(Consumer<JobFilterValues> change) {
    JobFilterValues changed = new JobFilterValues(values);
    change.accept(changed);
    return new JobFilter(changed);
  }

  /** The job's current queue. */
  public @Nullable QueueName queue() {
    return values.queue;
  }

  public @Nullable JobState state() {
    return values.state;
  }

  public @Nullable JobTypeName type() {
    return values.type;
  }

  public @Nullable TenantId tenant() {
    return values.tenant;
  }

  /** The type of the job's {@code lastError}, case-insensitive. */
  public @Nullable String errorType() {
    return values.errorType;
  }

  /** The kind of the job's {@code lastError}. */
  public @Nullable FailureKind failureKind() {
    return values.failureKind;
  }

  /** The fingerprint of the latest failed attempt. */
  public @Nullable FailureFingerprint fingerprint() {
    return values.fingerprint;
  }

  /** The source queue of a dead letter. */
  public @Nullable QueueName movedFrom() {
    return values.movedFrom;
  }

  public @Nullable IdempotencyKey key() {
    return values.key;
  }

  /** The schedule that enqueued the job; also limits the tenant. */
  public @Nullable ScheduleKey schedule() {
    return values.schedule;
  }

  public @Nullable Instant createdFrom() {
    return values.createdFrom;
  }

  public @Nullable Instant createdBefore() {
    return values.createdBefore;
  }

  public @Nullable Instant finishedFrom() {
    return values.finishedFrom;
  }

  public @Nullable Instant finishedBefore() {
    return values.finishedBefore;
  }

  /** The cursor of the previous page: only jobs with a smaller id. */
  public @Nullable JobId before() {
    return values.before;
  }

  /** How many matches to skip. */
  public int offset() {
    return values.offset;
  }

  /** The page size. */
  public int limit() {
    return values.limit;
  }

  /** Whether to read payloads and results. */
  public boolean payloads() {
    return values.payloads;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JobFilter filter && values.all().equals(filter.values.all());
  }

  @Override
  public int hashCode() {
    return values.all().hashCode();
  }

  @Override
  public String toString() {
    return "JobFilter" + values.all();
  }
}
