package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Finds running jobs by lease token and position. */
final class FindLeasedJobs {
  // The arrays of a lease are read once, not once for each position. The masks are bit strings in
  // rows of their own, so that positions that are not wanted are skipped before jobs are read.
  private static final String LEASED =
      """
      WITH wanted AS MATERIALIZED (
        SELECT token, mask::bit varying AS mask
        FROM unnest(:tokens::bigint[], :masks::text[]) AS given(token, mask))
      SELECT
        l.token, (p.place - 1)::integer AS position, j.id, p.queue, j.type, j.tenant,
        'null' AS payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us, j.deadline,
        j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
        p.attempt, p.unstarted, p.earlier, p.failures, p.lost_leases, p.interruptions, p.run_at,
        l.claimed_at, p.first_started_at, p.previous_delay_us,
        NULL AS lost_by, (p.place - 1) = ANY (l.cancelled_positions) AS cancel_requested,
        l.worker, COALESCE(:now::timestamptz, statement_timestamp()) AS now
      FROM wanted w
      JOIN ${prefix}lease l ON l.token = w.token
      CROSS JOIN LATERAL unnest(
        l.job_ids, l.queues, l.run_ats, l.first_started_ats, l.previous_delays_us, l.attempts,
        l.unstarted, l.earlier, l.failures, l.lost_leases, l.interruptions)
        WITH ORDINALITY AS p(
          job_id, queue, run_at, first_started_at, previous_delay_us, attempt, unstarted,
          earlier, failures, lost_leases, interruptions, place)
      JOIN ${prefix}job j ON j.id = p.job_id
      WHERE CASE
        WHEN p.place <= length(w.mask)
        THEN get_bit(w.mask, (p.place - 1)::integer) = 0
          AND get_bit(l.open_positions, (p.place - 1)::integer) = 1 END
      """;

  private final Columns columns;
  private final Rows rows;

  private final Statements statements;

  FindLeasedJobs(Statements statements, Columns columns, Rows rows) {
    this.statements = statements;
    this.columns = columns;
    this.rows = rows;
  }

  Map<LeaseRef, LeasedJob> find(Connection connection, Collection<LeaseRef> leases)
      throws SQLException {
    Map<Long, BitSet> wanted =
        SettlementArrays.positions(
            leases.stream()
                .filter(at -> at.position() >= 0 && at.position() < ClaimRequest.MAX_LIMIT));
    Map<LeaseRef, LeasedJob> found = new HashMap<>();
    try (NamedStatement statement = statements.on(connection, LEASED)) {
      statement
          .longs("tokens", SettlementArrays.tokens(wanted))
          .texts("masks", SettlementArrays.bits(wanted, '0', '1'));
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          LeasedJob leased =
              new LeasedJob(
                  rows.claimed(row),
                  new WorkerId(columns.text(row, "worker")),
                  columns.instant(row, "now"));
          found.put(leased.job().lease(), leased);
        }
      }
    }
    return found;
  }
}
