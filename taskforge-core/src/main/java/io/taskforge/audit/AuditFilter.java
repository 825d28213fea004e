package io.taskforge.audit;

import io.taskforge.job.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which audit entries to list; null where anything goes.
 *
 * @param tenant whose; then what all tenants share is left out
 * @param from not before then
 * @param to before then
 * @param before only entries with a smaller sequence: the last one of the page before
 * @param limit how many at most
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

  /** Every entry, at most {@code limit}. */
  public static AuditFilter all(int limit) {
    return new AuditFilter(null, null, null, null, null, null, null, null, limit);
  }

  /** Returns this filter for what is one tenant's own; null for everybody's. */
  public AuditFilter tenant(@Nullable TenantId only) {
    return new AuditFilter(only, actor, action, targetType, targetId, from, to, before, limit);
  }

  /** Returns this filter for what one actor did; null for all. */
  public AuditFilter actor(@Nullable String only) {
    return new AuditFilter(tenant, only, action, targetType, targetId, from, to, before, limit);
  }

  /** Returns this filter for one action; null for all. */
  public AuditFilter action(@Nullable String only) {
    return new AuditFilter(tenant, actor, only, targetType, targetId, from, to, before, limit);
  }

  /**
   * Returns this filter for what was done to one thing.
   *
   * @param type null for any
   * @param id null for all of that type
   */
  public AuditFilter target(@Nullable String type, @Nullable String id) {
    return new AuditFilter(tenant, actor, action, type, id, from, to, before, limit);
  }

  /** Returns this filter for a time, from {@code start} until before {@code end}. */
  public AuditFilter between(@Nullable Instant start, @Nullable Instant end) {
    return new AuditFilter(tenant, actor, action, targetType, targetId, start, end, before, limit);
  }

  /** Returns this filter for what is older than an entry; null to begin with the newest. */
  public AuditFilter before(@Nullable Long sequence) {
    return new AuditFilter(tenant, actor, action, targetType, targetId, from, to, sequence, limit);
  }
}
