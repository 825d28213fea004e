package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.TenantTurns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of a queue in which jobs are due: a lane is what waits of one priority and one
 * tenant, in the order of time. Each lane that is looked at costs one step in the key, however many
 * jobs are in it, due or not.
 */
final class SqliteLanes {
  /** How many lanes of a priority give jobs to one claim. */
  private static final int MOST_DUE = 64;

  /** How many lanes of a priority one claim looks at; the next one goes on after them. */
  private static final int MOST_LOOKED_AT = 512;

  static final String NEXT_PRIORITY =
      """
      SELECT priority FROM ${prefix}ready
      WHERE queue = ? AND priority < ?
      ORDER BY priority DESC LIMIT 1
      """;
  static final String NEXT_TENANT =
      """
      SELECT tenant, run_at FROM ${prefix}ready
      WHERE queue = ? AND priority = ? AND tenant > ?
      ORDER BY tenant, run_at LIMIT 1
      """;
  static final String OF_TENANT =
      """
      SELECT tenant, run_at FROM ${prefix}ready
      WHERE queue = ? AND priority = ? AND tenant = ?
      ORDER BY run_at LIMIT 1
      """;

  private final TenantTurns turns;
  private final String nextPriority;
  private final String nextTenant;
  private final String ofTenant;

  SqliteLanes(String prefix, TenantTurns turns) {
    this.turns = turns;
    nextPriority = NEXT_PRIORITY.replace("${prefix}", prefix);
    nextTenant = NEXT_TENANT.replace("${prefix}", prefix);
    ofTenant = OF_TENANT.replace("${prefix}", prefix);
  }

  private record Lane(TenantId tenant, long firstRunAt) {}

  /**
   * What a look at one priority has found.
   *
   * @param due the tenants that have due jobs, in turn
   * @param upTo the tenant that the look ended with, or null if it came round
   */
  record Look(List<TenantId> due, @Nullable TenantId upTo) {}

  /** Returns the highest priority below another in which jobs wait. */
  @Nullable Integer priorityBelow(SqliteSession session, QueueName queue, int priority)
      throws SQLException {
    return session.first(nextPriority, row -> row.getInt(1), queue.value(), priority);
  }

  /** Looks for the tenants that have due jobs for a request. */
  Look look(SqliteSession session, ClaimRequest request, QueueName queue, int priority, long now)
      throws SQLException {
    TenantId last = turns.last(request, queue, priority);
    return request.tenants().isEmpty()
        ? around(session, request, queue, priority, last, now)
        : named(session, request, queue, priority, last, now);
  }

  private Look around(
      SqliteSession session,
      ClaimRequest request,
      QueueName queue,
      int priority,
      @Nullable TenantId last,
      long now)
      throws SQLException {
    List<TenantId> due = new ArrayList<>();
    String after = last == null ? "" : last.value();
    boolean wrapped = last == null;
    for (int looked = 0; due.size() < MOST_DUE && looked < MOST_LOOKED_AT; looked++) {
      Lane lane = lane(session, nextTenant, queue, priority, after);
      if (lane == null && !wrapped) {
        wrapped = true;
        lane = lane(session, nextTenant, queue, priority, "");
      }
      if (lane == null || (wrapped && last != null && lane.tenant.compareTo(last) > 0)) {
        return new Look(due, null);
      }
      if (lane.firstRunAt <= now && request.room(lane.tenant) > 0) {
        due.add(lane.tenant);
      }
      after = lane.tenant.value();
    }
    return new Look(due, new TenantId(after));
  }

  private Look named(
      SqliteSession session,
      ClaimRequest request,
      QueueName queue,
      int priority,
      @Nullable TenantId last,
      long now)
      throws SQLException {
    List<TenantId> due = new ArrayList<>();
    for (TenantId tenant : request.tenants().stream().sorted(TenantTurns.circular(last)).toList()) {
      Lane lane = lane(session, ofTenant, queue, priority, tenant.value());
      if (lane != null && lane.firstRunAt <= now && request.room(tenant) > 0) {
        due.add(tenant);
      }
    }
    return new Look(due, null);
  }

  private static @Nullable Lane lane(
      SqliteSession session, String sql, QueueName queue, int priority, String tenant)
      throws SQLException {
    return session.first(
        sql,
        row -> new Lane(new TenantId(row.getString(1)), row.getLong(2)),
        queue.value(),
        priority,
        tenant);
  }
}
