package io.taskforge.jdbc.sqlite;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.TenantRoundRobin;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the lanes of a queue in which jobs are due: a lane is what waits of one priority and one
 * tenant. Each lane that is looked at costs one step in the key for each wanted type, however many
 * jobs are in it, due or not, of these types or others.
 */
final class DueLanes {
  /** How many lanes of a priority give jobs to one claim. */
  private static final int MOST_DUE = 64;

  /** How many lanes of a priority one claim looks at; the next one goes on after them. */
  private static final int MOST_LOOKED_AT = 512;

  // Each type of each lane is a step in the key.
  private static final int MOST_STEPS = 4_096;

  static final String NEXT_PRIORITY =
      """
      SELECT priority FROM ${prefix}ready
      WHERE queue = ? AND priority < ?
      ORDER BY priority DESC LIMIT 1
      """;
  // The tenant, and of its wanted types those that are due; only the tenant if there are none.
  private static final String LANE =
      """
      SELECT lane.tenant, wanted.value, (
        SELECT r.run_at FROM ${prefix}ready r
        WHERE r.queue = ?1 AND r.priority = ?2 AND r.tenant = lane.tenant AND r.type = wanted.value
        ORDER BY r.run_at LIMIT 1)
      FROM (
        SELECT tenant FROM ${prefix}ready
        WHERE queue = ?1 AND priority = ?2 AND tenant ${after} ?3
        ORDER BY tenant LIMIT 1) lane
      LEFT JOIN json_each(?4) wanted ON EXISTS (
        SELECT 1 FROM ${prefix}ready r
        WHERE r.queue = ?1 AND r.priority = ?2 AND r.tenant = lane.tenant AND r.type = wanted.value
          AND r.run_at <= ?5)
      """;

  private final TenantRoundRobin turns;
  private final String nextPriority;
  private final String nextTenant;
  private final String ofTenant;

  DueLanes(String prefix, TenantRoundRobin turns) {
    this.turns = turns;
    nextPriority = NEXT_PRIORITY.replace("${prefix}", prefix);
    nextTenant = LANE.replace("${prefix}", prefix).replace("${after}", ">");
    ofTenant = LANE.replace("${prefix}", prefix).replace("${after}", "=");
  }

  /**
   * A tenant with due jobs.
   *
   * @param types the types of those, in the order of their first; not empty
   */
  record Lane(TenantId tenant, List<String> types) {}

  /**
   * What a look at one priority has found.
   *
   * @param due the tenants that have due jobs of the wanted types, in turn
   * @param upTo the tenant that the look ended with, or null if it came round
   */
  record Look(List<Lane> due, @Nullable TenantId upTo) {}

  private record First(String tenant, @Nullable String type, long runAt) {}

  /** Returns the highest priority below another in which jobs wait. */
  @Nullable Integer priorityBelow(Session session, QueueName queue, int priority)
      throws SQLException {
    return session.first(nextPriority, row -> row.getInt(1), queue.value(), priority);
  }

  /** Looks for the tenants that have due jobs for a request. */
  Look look(Session session, ClaimRequest request, QueueName queue, int priority, long now)
      throws SQLException {
    // Names of types need no escaping.
    String types =
        request.types().stream()
            .map(type -> '"' + type.value() + '"')
            .collect(Collectors.joining(",", "[", "]"));
    Probe probe = new Probe(session, queue, priority, types, now);
    TenantId last = turns.last(request, queue, priority);
    return request.tenants().isEmpty() ? around(probe, request, last) : named(probe, request, last);
  }

  private Look around(Probe probe, ClaimRequest request, @Nullable TenantId last)
      throws SQLException {
    List<Lane> due = new ArrayList<>();
    String after = last == null ? "" : last.value();
    boolean wrapped = last == null;
    int most = mostLookedAt(request.types().size());
    for (int looked = 0; due.size() < MOST_DUE && looked < most; looked++) {
      Lane lane = probe.lane(nextTenant, after);
      if (lane == null && !wrapped) {
        wrapped = true;
        lane = probe.lane(nextTenant, "");
      }
      if (lane == null || (wrapped && last != null && lane.tenant.compareTo(last) > 0)) {
        return new Look(due, null);
      }
      if (!lane.types.isEmpty() && request.limitFor(lane.tenant) > 0) {
        due.add(lane);
      }
      after = lane.tenant.value();
    }
    return new Look(due, new TenantId(after));
  }

  private static int mostLookedAt(int types) {
    return Math.max(MOST_DUE, Math.min(MOST_LOOKED_AT, MOST_STEPS / Math.max(1, types)));
  }

  private Look named(Probe probe, ClaimRequest request, @Nullable TenantId last)
      throws SQLException {
    List<Lane> due = new ArrayList<>();
    for (TenantId tenant :
        request.tenants().stream().sorted(TenantRoundRobin.circular(last)).toList()) {
      Lane lane = request.limitFor(tenant) > 0 ? probe.lane(ofTenant, tenant.value()) : null;
      if (lane != null && !lane.types.isEmpty()) {
        due.add(lane);
      }
    }
    return new Look(due, null);
  }

  /** Where to look for lanes, and for what in them. */
  private record Probe(Session session, QueueName queue, int priority, String types, long now) {
    @Nullable Lane lane(String sql, String tenant) throws SQLException {
      List<First> firsts =
          session.query(
              sql,
              row -> new First(row.getString(1), row.getString(2), row.getLong(3)),
              queue.value(),
              priority,
              tenant,
              types,
              now);
      if (firsts.isEmpty()) {
        return null;
      }
      return new Lane(
          new TenantId(firsts.get(0).tenant),
          firsts.stream()
              .sorted(Comparator.comparingLong(First::runAt))
              .map(First::type)
              .filter(Objects::nonNull)
              .limit(DueJobsSql.MOST_TYPES)
              .toList());
    }
  }
}
