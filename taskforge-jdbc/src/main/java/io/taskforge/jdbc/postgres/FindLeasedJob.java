package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.JobId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Finds a running job by its lease token and position. */
final class FindLeasedJob {
  // get_bit fails for a position that the lease does not have.
  private static final String LEASED =
      """
      SELECT
        l.token, p.place AS position, j.id, l.queues[p.place + 1] AS queue, j.type, j.tenant,
        j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us, j.deadline,
        j.idempotency_key, j.schedule, j.lane_key, l.attempts[p.place + 1] AS attempt,
        l.unstarted[p.place + 1] AS unstarted, l.earlier[p.place + 1] AS earlier,
        l.failures[p.place + 1] AS failures, l.lost_leases[p.place + 1] AS lost_leases,
        l.interruptions[p.place + 1] AS interruptions, l.run_ats[p.place + 1] AS run_at,
        l.claimed_at, l.first_started_ats[p.place + 1] AS first_started_at,
        l.previous_delays_us[p.place + 1] AS previous_delay_us, NULL AS lost_by,
        p.place = ANY (l.cancelled_positions) AS cancel_requested,
        l.worker, l.expires_at
      FROM ${prefix}lease l
      CROSS JOIN (SELECT :position::integer AS place) p
      JOIN ${prefix}job j ON j.id = l.job_ids[p.place + 1]
      WHERE l.token = :token
        AND j.id = :id
        AND CASE
          WHEN p.place < length(l.open_positions)
          THEN get_bit(l.open_positions, p.place) = 1
          ELSE false
        END
      """;

  private final Columns columns;
  private final Rows rows;

  private final Statements statements;

  FindLeasedJob(Statements statements, Columns columns, Rows rows) {
    this.statements = statements;
    this.columns = columns;
    this.rows = rows;
  }

  Optional<LeasedJob> find(Connection connection, LeaseRef lease, JobId id) throws SQLException {
    if (lease.position() < 0 || lease.position() >= ClaimRequest.MAX_LIMIT) {
      return Optional.empty();
    }
    try (NamedStatement statement = statements.on(connection, LEASED)) {
      statement.number("token", lease.token()).number("position", lease.position()).id("id", id);
      try (ResultSet row = statement.query()) {
        return row.next()
            ? Optional.of(
                new LeasedJob(
                    rows.claimed(row),
                    new WorkerId(columns.text(row, "worker")),
                    columns.instant(row, "expires_at")))
            : Optional.empty();
      }
    }
  }
}
