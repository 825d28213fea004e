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
 * Finds the lanes of a queue that have due jobs. A lane is the waiting jobs of one priority and one
 * tenant. Examining a lane costs one key lookup per wanted type, however many jobs it has.
 */
final class DueLanes {
  /** The maximum number of lanes of a priority from which one claim takes jobs. */
  private static final int MAX_DUE_LANES = 64;

  /**
   * The maximum number of lanes of a priority that one claim examines; the next claim continues
   * after them.
   */
  private static final int MAX_EXAMINED_LANES = 512;

  // Each type of each lane costs one key lookup.
  private static final int MAX_LOOKUPS = 4_096;

  static final String NEXT_PRIORITY =
      """
      SELECT priority FROM ${prefix}ready
      WHERE queue = :queue AND priority < :priority
      ORDER BY priority DESC LIMIT 1
      """;
  // The next tenant, and the wanted types of which it has due jobs; the type is null if there are
  // none.
  private static final String NEXT_TENANT =
      """
      SELECT lane.tenant, wanted.value, (
        SELECT r.run_at FROM ${prefix}ready r
        WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = lane.tenant
          AND r.type = wanted.value
        ORDER BY r.run_at LIMIT 1)
      FROM (
        SELECT tenant FROM ${prefix}ready
        WHERE queue = :queue AND priority = :priority AND tenant > :tenant
        ORDER BY tenant LIMIT 1) lane
      LEFT JOIN json_each(:types) wanted ON EXISTS (
        SELECT 1 FROM ${prefix}ready r
        WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = lane.tenant
          AND r.type = wanted.value AND r.run_at <= :now)
      """;
  // The same for a given tenant.
  private static final String ONE_TENANT =
      """
      SELECT lane.tenant, wanted.value, (
        SELECT r.run_at FROM ${prefix}ready r
        WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = lane.tenant
          AND r.type = wanted.value
        ORDER BY r.run_at LIMIT 1)
      FROM (
        SELECT tenant FROM ${prefix}ready
        WHERE queue = :queue AND priority = :priority AND tenant = :tenant
        ORDER BY tenant LIMIT 1) lane
      LEFT JOIN json_each(:types) wanted ON EXISTS (
        SELECT 1 FROM ${prefix}ready r
        WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = lane.tenant
          AND r.type = wanted.value AND r.run_at <= :now)
      """;

  private final TenantRoundRobin turns;

  DueLanes(TenantRoundRobin turns) {
    this.turns = turns;
  }

  /**
   * A tenant with due jobs.
   *
   * @param types the types of these jobs, ordered by each type's first job; not empty
   */
  record Lane(TenantId tenant, List<String> types) {}

  /**
   * The result of a search in one priority.
   *
   * @param due the tenants that have due jobs of the wanted types, in round-robin order
   * @param upTo the last tenant examined, or null if all were examined
   */
  record Look(List<Lane> due, @Nullable TenantId upTo) {}

  private record First(String tenant, @Nullable String type, long runAt) {}

  /** Returns the highest priority below {@code priority} that has waiting jobs, or null. */
  @Nullable Integer priorityBelow(Session session, QueueName queue, int priority)
      throws SQLException {
    return session
        .statement(NEXT_PRIORITY)
        .text("queue", queue.value())
        .number("priority", priority)
        .first(row -> row.getInt(1));
  }

  /** Finds the tenants that have due jobs for a request. */
  Look look(Session session, ClaimRequest request, QueueName queue, int priority, long now)
      throws SQLException {
    // Type names need no escaping.
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
    int most = maxExaminedLanes(request.types().size());
    for (int looked = 0; due.size() < MAX_DUE_LANES && looked < most; looked++) {
      Lane lane = probe.lane(NEXT_TENANT, after);
      if (lane == null && !wrapped) {
        wrapped = true;
        lane = probe.lane(NEXT_TENANT, "");
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

  private static int maxExaminedLanes(int types) {
    return Math.max(MAX_DUE_LANES, Math.min(MAX_EXAMINED_LANES, MAX_LOOKUPS / Math.max(1, types)));
  }

  private Look named(Probe probe, ClaimRequest request, @Nullable TenantId last)
      throws SQLException {
    List<Lane> due = new ArrayList<>();
    for (TenantId tenant :
        request.tenants().stream().sorted(TenantRoundRobin.circular(last)).toList()) {
      Lane lane = request.limitFor(tenant) > 0 ? probe.lane(ONE_TENANT, tenant.value()) : null;
      if (lane != null && !lane.types.isEmpty()) {
        due.add(lane);
      }
    }
    return new Look(due, null);
  }

  /** The arguments of a search for lanes. */
  private record Probe(Session session, QueueName queue, int priority, String types, long now) {
    @Nullable Lane lane(String sql, String tenant) throws SQLException {
      List<First> firsts =
          session
              .statement(sql)
              .text("queue", queue.value())
              .number("priority", priority)
              .text("tenant", tenant)
              .text("types", types)
              .number("now", now)
              .list(row -> new First(row.getString(1), row.getString(2), row.getLong(3)));
      if (firsts.isEmpty()) {
        return null;
      }
      return new Lane(
          new TenantId(firsts.get(0).tenant),
          firsts.stream()
              .sorted(Comparator.comparingLong(First::runAt))
              .map(First::type)
              .filter(Objects::nonNull)
              .limit(DueJobsSql.MAX_TYPES)
              .toList());
    }
  }
}
