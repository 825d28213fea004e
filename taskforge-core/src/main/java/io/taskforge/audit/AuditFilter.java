package io.taskforge.audit;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which audit entries to list; null means no restriction.
 *
 * @param tenant only entries of this tenant; excludes targets that all tenants share
 * @param from only entries at or after this time
 * @param to only entries before this time
 * @param before only entries with a smaller sequence: the cursor of the previous page
 * @param limit the page size
 */
public record AuditFilter(
    @Nullable TenantId tenant,
    @Nullable String actor,
    @Nullable String action,
    @Nullable String targetType,
    @Nullable String targetId,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Long before,
    int limit) {
  public AuditFilter {
    actor = actor == null ? null : AuditEntry.name(actor);
    action = action == null ? null : AuditEntry.name(action);
    targetType = targetType == null ? null : AuditEntry.name(targetType);
    targetId = targetId == null ? null : AuditEntry.id(targetId);
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
    }
  }

  /** All entries, at most {@code limit}. */
  public static AuditFilter all(int limit) {
    return new AuditFilter(null, null, null, null, null, null, null, null, limit);
  }

  /** Returns this filter for one tenant; null for all. */
  public AuditFilter tenant(@Nullable TenantId only) {
    return new AuditFilter(only, actor, action, targetType, targetId, from, to, before, limit);
  }

  /** Returns this filter for one actor; null for all. */
  public AuditFilter actor(@Nullable String only) {
    return new AuditFilter(tenant, only, action, targetType, targetId, from, to, before, limit);
  }

  /** Returns this filter for one action; null for all. */
  public AuditFilter action(@Nullable String only) {
    return new AuditFilter(tenant, actor, only, targetType, targetId, from, to, before, limit);
  }

  /**
   * Returns this filter for one target.
   *
   * @param type null for all types
   * @param id null for all targets of the type
   */
  public AuditFilter target(@Nullable String type, @Nullable String id) {
    return new AuditFilter(tenant, actor, action, type, id, from, to, before, limit);
  }

  /** Returns this filter for a period; {@code end} is exclusive. */
  public AuditFilter between(@Nullable Instant start, @Nullable Instant end) {
    return new AuditFilter(tenant, actor, action, targetType, targetId, start, end, before, limit);
  }

  /** Returns this filter for entries older than this one; null to start with the newest. */
  public AuditFilter before(@Nullable Long sequence) {
    return new AuditFilter(tenant, actor, action, targetType, targetId, from, to, sequence, limit);
  }
}
