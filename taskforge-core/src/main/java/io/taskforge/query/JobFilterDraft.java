package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A mutable copy of a {@link JobFilter}. */
final class JobFilterDraft {
  @Nullable QueueName queue;
  @Nullable JobState state;
  @Nullable JobTypeName type;
  @Nullable TenantId tenant;
  @Nullable String errorType;
  @Nullable FailureFingerprint fingerprint;
  @Nullable QueueName movedFrom;
  @Nullable IdempotencyKey key;
  @Nullable Instant createdFrom;
  @Nullable Instant createdBefore;
  @Nullable Instant finishedFrom;
  @Nullable Instant finishedBefore;
  @Nullable JobId before;
  int offset;
  int limit;
  boolean payloads;

  JobFilterDraft(JobFilter filter) {
    queue = filter.queue();
    state = filter.state();
    type = filter.type();
    tenant = filter.tenant();
    errorType = filter.errorType();
    fingerprint = filter.fingerprint();
    movedFrom = filter.movedFrom();
    key = filter.key();
    createdFrom = filter.createdFrom();
    createdBefore = filter.createdBefore();
    finishedFrom = filter.finishedFrom();
    finishedBefore = filter.finishedBefore();
    before = filter.before();
    offset = filter.offset();
    limit = filter.limit();
    payloads = filter.payloads();
  }

  JobFilter filter() {
    return new JobFilter(
        queue,
        state,
        type,
        tenant,
        errorType,
        fingerprint,
        movedFrom,
        key,
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
