package io.taskforge.audit;

import io.taskforge.job.TenantId;
import io.taskforge.value.Copyable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which audit entries to list; null means no restriction. Immutable. */
public final class AuditFilter extends Copyable<AuditFilter> {
  private @Nullable TenantId tenant;
  private @Nullable String actor;
  private @Nullable String action;
  private @Nullable String targetType;
  private @Nullable String targetId;
  private @Nullable Instant from;
  private @Nullable Instant to;
  private @Nullable Long before;
  private final int limit;

  private AuditFilter(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
    }
    this.limit = limit;
  }

  /** All entries, at most {@code limit}. */
  public static AuditFilter all(int limit) {
    return new AuditFilter(limit);
  }

  /** Returns this filter for one tenant; null for all. Excludes targets that tenants share. */
  public AuditFilter tenant(@Nullable TenantId only) {
    return with(filter -> filter.tenant = only);
  }

  /** Returns this filter for the changes of one actor; null for all. */
  public AuditFilter actor(@Nullable String only) {
    return with(filter -> filter.actor = name(only));
  }

  /** Returns this filter for one kind of change, such as {@code queue.pause}; null for all. */
  public AuditFilter action(@Nullable String only) {
    return with(filter -> filter.action = name(only));
  }

  /**
   * Returns this filter for one target.
   *
   * @param type null for all types
   * @param id null for all targets of the type
   */
  public AuditFilter target(@Nullable String type, @Nullable String id) {
    return with(
        filter -> {
          filter.targetType = name(type);
          filter.targetId = id == null ? null : AuditEntry.id(id);
        });
  }

  /** Returns this filter for a period; {@code end} is exclusive. */
  public AuditFilter between(@Nullable Instant start, @Nullable Instant end) {
    return with(
        filter -> {
          filter.from = start;
          filter.to = end;
        });
  }

  /** Returns this filter for entries older than this one; null to start with the newest. */
  public AuditFilter before(@Nullable Long sequence) {
    return with(filter -> filter.before = sequence);
  }

  private static @Nullable String name(@Nullable String given) {
    return given == null ? null : AuditEntry.name(given);
  }

  /** The only tenant, or null. */
  public @Nullable TenantId tenant() {
    return tenant;
  }

  /** The only actor, or null. */
  public @Nullable String actor() {
    return actor;
  }

  /** The only kind of change, or null. */
  public @Nullable String action() {
    return action;
  }

  /** The only type of target, or null. */
  public @Nullable String targetType() {
    return targetType;
  }

  /** The id of the only target, or null. */
  public @Nullable String targetId() {
    return targetId;
  }

  /** Only entries at or after this time. */
  public @Nullable Instant from() {
    return from;
  }

  /** Only entries before this time. */
  public @Nullable Instant to() {
    return to;
  }

  /** Only entries with a smaller sequence: the cursor of the previous page. */
  public @Nullable Long before() {
    return before;
  }

  /** The page size. */
  public int limit() {
    return limit;
  }
}
