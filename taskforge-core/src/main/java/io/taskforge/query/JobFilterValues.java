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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a {@link JobFilter}; each filter has its own. */
final class JobFilterValues {
  @Nullable QueueName queue;
  @Nullable JobState state;
  @Nullable JobTypeName type;
  @Nullable TenantId tenant;
  @Nullable String errorType;
  @Nullable FailureKind failureKind;
  @Nullable FailureFingerprint fingerprint;
  @Nullable QueueName movedFrom;
  @Nullable IdempotencyKey key;
  @Nullable ScheduleKey schedule;
  @Nullable Instant createdFrom;
  @Nullable Instant createdBefore;
  @Nullable Instant finishedFrom;
  @Nullable Instant finishedBefore;
  @Nullable JobId before;
  int offset;
  int limit;
  boolean payloads = true;

  JobFilterValues() {}

  JobFilterValues(JobFilterValues other) {
    queue = other.queue;
    state = other.state;
    type = other.type;
    tenant = other.tenant;
    errorType = other.errorType;
    failureKind = other.failureKind;
    fingerprint = other.fingerprint;
    movedFrom = other.movedFrom;
    key = other.key;
    schedule = other.schedule;
    createdFrom = other.createdFrom;
    createdBefore = other.createdBefore;
    finishedFrom = other.finishedFrom;
    finishedBefore = other.finishedBefore;
    before = other.before;
    offset = other.offset;
    limit = other.limit;
    payloads = other.payloads;
  }

  /** All values, for equality. */
  List<@Nullable Object> all() {
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
