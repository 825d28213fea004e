package io.taskforge.audit;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which audit entries to list; null means no restriction. Immutable. */
public final class AuditFilter {
  private final @Nullable TenantId tenant;
  private final @Nullable String actor;
  private final @Nullable String action;
  private final Target target;
  private final Period period;
  private final @Nullable Long before;
  private final int limit;

  private record Target(@Nullable String type, @Nullable String id) {}

  private record Period(@Nullable Instant from, @Nullable Instant to) {}

  private AuditFilter(
      @Nullable TenantId tenant,
      @Nullable String actor,
      @Nullable String action,
      Target target,
      Period period,
      @Nullable Long before,
      int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
    }
    this.tenant = tenant;
    this.actor = actor;
    this.action = action;
    this.target = target;
    this.period = period;
    this.before = before;
    this.limit = limit;
  }

  /** All entries, at most {@code limit}. */
  public static AuditFilter all(int limit) {
    return new AuditFilter(
        null, null, null, new Target(null, null), new Period(null, null), null, limit);
  }

  /** Returns this filter for one tenant; null for all. Excludes targets that tenants share. */
  public AuditFilter tenant(@Nullable TenantId only) {
    return new AuditFilter(only, actor, action, target, period, before, limit);
  }

  /** Returns this filter for one actor; null for all. */
  public AuditFilter actor(@Nullable String only) {
    return new AuditFilter(tenant, name(only), action, target, period, before, limit);
  }

  /** Returns this filter for one action; null for all. */
  public AuditFilter action(@Nullable String only) {
    return new AuditFilter(tenant, actor, name(only), target, period, before, limit);
  }

  /**
   * Returns this filter for one target.
   *
   * @param type null for all types
   * @param id null for all targets of the type
   */
  public AuditFilter target(@Nullable String type, @Nullable String id) {
    Target only = new Target(name(type), id == null ? null : AuditEntry.id(id));
    return new AuditFilter(tenant, actor, action, only, period, before, limit);
  }

  /** Returns this filter for a period; {@code end} is exclusive. */
  public AuditFilter between(@Nullable Instant start, @Nullable Instant end) {
    return new AuditFilter(tenant, actor, action, target, new Period(start, end), before, limit);
  }

  /** Returns this filter for entries older than this one; null to start with the newest. */
  public AuditFilter before(@Nullable Long sequence) {
    return new AuditFilter(tenant, actor, action, target, period, sequence, limit);
  }

  private static @Nullable String name(@Nullable String given) {
    return given == null ? null : AuditEntry.name(given);
  }

  public @Nullable TenantId tenant() {
    return tenant;
  }

  public @Nullable String actor() {
    return actor;
  }

  public @Nullable String action() {
    return action;
  }

  public @Nullable String targetType() {
    return target.type;
  }

  public @Nullable String targetId() {
    return target.id;
  }

  /** Only entries at or after this time. */
  public @Nullable Instant from() {
    return period.from;
  }

  /** Only entries before this time. */
  public @Nullable Instant to() {
    return period.to;
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
