package io.taskforge.query;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.value.Copyable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which failed attempts to group; null means no restriction. Immutable. */
public final class FailureGroupFilter extends Copyable<FailureGroupFilter> {
  /** The maximum number of groups. */
  public static final int MAX_LIMIT = 1_000;

  private @Nullable Instant from;
  private @Nullable QueueName queue;
  private @Nullable TenantId tenant;
  private @Nullable FailureFingerprint fingerprint;
  private final int limit;

  private FailureGroupFilter(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
    this.limit = limit;
  }

  /** The {@code limit} largest groups of all attempts. */
  public static FailureGroupFilter all(int limit) {
    return new FailureGroupFilter(limit);
  }

  /** Returns this filter for attempts that ended at or after this time; null for all. */
  public FailureGroupFilter from(@Nullable Instant start) {
    return with(filter -> filter.from = start);
  }

  /** Returns this filter for one queue; null for all. */
  public FailureGroupFilter queue(@Nullable QueueName only) {
    return with(filter -> filter.queue = only);
  }

  /** Returns this filter for one tenant; null for all. */
  public FailureGroupFilter tenant(@Nullable TenantId only) {
    return with(filter -> filter.tenant = only);
  }

  /** Returns this filter for one group; null for all groups. */
  public FailureGroupFilter fingerprint(@Nullable FailureFingerprint only) {
    return with(filter -> filter.fingerprint = only);
  }

  /** Only attempts that ended at or after this time. */
  public @Nullable Instant from() {
    return from;
  }

  /** The queue in which they ran. */
  public @Nullable QueueName queue() {
    return queue;
  }

  /** The only tenant, or null. */
  public @Nullable TenantId tenant() {
    return tenant;
  }

  /** The group; null for all groups. */
  public @Nullable FailureFingerprint fingerprint() {
    return fingerprint;
  }

  /** The maximum number of groups, from 1 to {@value #MAX_LIMIT}. */
  public int limit() {
    return limit;
  }
}
