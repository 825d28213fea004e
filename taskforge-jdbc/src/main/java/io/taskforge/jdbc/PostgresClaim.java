package io.taskforge.jdbc;

import io.taskforge.jdbc.PostgresCursors.Level;
import io.taskforge.job.JobType;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Leases due jobs to a worker, in one statement for all its queues. */
final class PostgresClaim {
  // Looks at queues whole (:whole), or after the places where earlier claims ended: see
  // PostgresCursors. A place of the last moments is moved back a little, because transactions that
  // began before others may commit after them.
  //
  // The level CTE steps through a queue's distinct priorities, so that each range of the index is
  // bounded by run_at and what is not due is never read. Locks are taken row by row as the outer
  // limits ask for rows: exactly what is returned is locked. They are deleted by an array of their
  // addresses, because a join could be planned as a scan of the whole table; a row that was changed
  // since the statement began is missed by that, stays, and is claimed the next time.
  private static final String CLAIM =
      """
      WITH RECURSIVE wanted AS MATERIALIZED (
        SELECT given.queue, given.most
        FROM unnest(:queues::text[], :limits::integer[])
          WITH ORDINALITY AS given(queue, most, place)
        WHERE NOT EXISTS (
          SELECT FROM ${prefix}queue q WHERE q.name = given.queue AND q.paused)
        ORDER BY given.place),
      level AS (
        SELECT w.queue, (
          SELECT r.priority FROM ${prefix}ready r
          WHERE r.queue = w.queue
          ORDER BY r.priority DESC LIMIT 1) AS priority
        FROM wanted w
        WHERE :whole
        UNION ALL
        SELECT l.queue, (
          SELECT r.priority FROM ${prefix}ready r
          WHERE r.queue = l.queue AND r.priority < l.priority
          ORDER BY r.priority DESC LIMIT 1)
        FROM level l
        WHERE l.priority IS NOT NULL),
      start AS MATERIALIZED (
        SELECT l.queue, l.priority, '-infinity'::timestamptz AS run_at, NULL::uuid AS job_id
        FROM level l
        WHERE l.priority IS NOT NULL
        UNION ALL
        SELECT
          k.queue,
          k.priority::smallint,
          LEAST(e.run_at, ${now} - interval '200 milliseconds'),
          CASE WHEN e.run_at <= ${now} - interval '200 milliseconds' THEN k.job_id END
        FROM unnest(
          :known_queues::text[], :known_priorities::integer[], :known_run_ats::bigint[],
          :known_jobs::uuid[]) AS k(queue, priority, run_us, job_id)
        CROSS JOIN LATERAL (
          SELECT 'epoch'::timestamptz + k.run_us * interval '1 microsecond' AS run_at) e),
      picked AS MATERIALIZED (
        SELECT one.row_id
        FROM wanted w
        CROSS JOIN LATERAL (
          SELECT due.row_id
          FROM (
            SELECT
              s.priority,
              s.run_at,
              COALESCE(s.job_id, '00000000-0000-0000-0000-000000000000') AS job_id
            FROM start s
            WHERE s.queue = w.queue
            ORDER BY s.priority DESC) p
          CROSS JOIN LATERAL (
            SELECT r.ctid AS row_id FROM ${prefix}ready r
            WHERE r.queue = w.queue
              AND r.priority = p.priority
              AND r.run_at <= ${now}
              AND r.run_at >= p.run_at
              AND (r.run_at, r.job_id) > (p.run_at, p.job_id)
              AND r.type = ANY (:types::text[])
            ORDER BY r.run_at, r.job_id
            LIMIT w.most
            FOR UPDATE SKIP LOCKED) due
          LIMIT w.most) one
        LIMIT :limit),
      taken AS (
        DELETE FROM ${prefix}ready WHERE ctid = ANY (ARRAY(SELECT row_id FROM picked))
        RETURNING *, array_position(:queues::text[], queue) AS place),
      numbered AS MATERIALIZED (
        SELECT
          t.*,
          row_number() OVER (ORDER BY t.place, t.priority DESC, t.run_at, t.job_id) - 1 AS position
        FROM taken t),
      leased AS (
        INSERT INTO ${prefix}lease (
          claimed_at, expires_at, worker, open_positions, job_ids, queues, run_ats,
          first_started_ats, previous_delays_us, attempts, failures, lost_leases, interruptions)
        SELECT
          ${now},
          ${now} + :lease_us::bigint * interval '1 microsecond',
          :worker,
          repeat('1', count(*)::integer)::bit varying,
          array_agg(job_id),
          array_agg(queue),
          array_agg(run_at),
          array_agg(first_started_at),
          array_agg(previous_delay_us),
          array_agg(attempt + 1),
          array_agg(failures),
          array_agg(lost_leases),
          array_agg(interruptions)
        FROM (SELECT * FROM numbered ORDER BY position) inorder
        HAVING count(*) > 0
        RETURNING token, claimed_at)
      SELECT
        l.token, n.position, j.id, n.queue, j.type, j.tenant, j.payload, j.priority, j.guarantee,
        j.retry_policy, j.timeout_us, j.deadline, j.idempotency_key, n.attempt + 1 AS attempt,
        n.failures, n.lost_leases, n.interruptions, n.run_at, l.claimed_at, n.first_started_at,
        n.previous_delay_us, NULL AS lost_by, false AS cancel_requested
      FROM numbered n
      CROSS JOIN leased l
      JOIN ${prefix}job j ON j.id = n.job_id
      ORDER BY n.position
      """;

  private final PostgresSql claim;
  private final PostgresCursors cursors;
  private final Rows rows;

  PostgresClaim(PostgresDialect dialect, PostgresCursors cursors, Rows rows) {
    this.claim = PostgresSql.planned(CLAIM, dialect);
    this.cursors = cursors;
    this.rows = rows;
  }

  List<ClaimedJob> claim(Connection connection, ClaimRequest request) throws SQLException {
    Map<String, Integer> limits = new LinkedHashMap<>();
    for (ClaimRequest.QueueLimit from : request.queues()) {
      limits.putIfAbsent(from.queue().value(), Math.max(0, from.limit()));
    }
    if (limits.isEmpty() || request.types().isEmpty()) {
      return List.of();
    }
    PostgresCursors.Look look = cursors.look(request);
    List<ClaimedJob> claimed = claim(connection, request, limits, look);
    if (claimed.isEmpty() && !look.whole()) {
      PostgresCursors.Look again = cursors.look(request);
      return again.whole() ? claim(connection, request, limits, again) : claimed;
    }
    return claimed;
  }

  private List<ClaimedJob> claim(
      Connection connection,
      ClaimRequest request,
      Map<String, Integer> limits,
      PostgresCursors.Look look)
      throws SQLException {
    List<PostgresCursors.Level> levels = look.levels();
    try (PostgresStatement statement = claim.on(connection)) {
      statement
          .flag("whole", look.whole())
          .texts("known_queues", levels.stream().map(l -> l.queue().value()).toArray(String[]::new))
          .ints("known_priorities", levels.stream().mapToInt(Level::priority).toArray())
          .longs("known_run_ats", levels.stream().mapToLong(PostgresClaim::runAt).toArray())
          .ids("known_jobs", levels.stream().map(l -> l.after().id().value()).toArray(UUID[]::new))
          .texts("queues", limits.keySet().toArray(String[]::new))
          .ints("limits", limits.values().stream().mapToInt(limit -> limit).toArray())
          .texts("types", request.types().stream().map(JobType::value).toArray(String[]::new))
          .number("limit", request.limit())
          .text("worker", request.lease().worker().value())
          .duration("lease_us", request.lease().duration());
      try (ResultSet row = statement.query()) {
        List<ClaimedJob> claimed = new ArrayList<>();
        while (row.next()) {
          claimed.add(rows.claimed(row));
        }
        cursors.learn(request, look, claimed);
        return claimed;
      }
    }
  }

  private static long runAt(Level level) {
    return Objects.requireNonNull(PostgresColumns.sinceEpoch(level.after().runAt()));
  }
}
