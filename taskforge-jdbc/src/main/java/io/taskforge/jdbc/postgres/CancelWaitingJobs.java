package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.EndedJob;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.AttemptCategory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Ends a waiting job on request, or marks a failed or dead one as cancelled. */
final class CancelWaitingJobs {
  // The finished job keeps the last error of the waiting one.
  private static final String END =
      """
      WITH gone AS (
        DELETE FROM ${prefix}ready
        WHERE job_id = :id AND (failures + lost_leases > 0) = :retrying
        RETURNING *),
      history AS (
        INSERT INTO ${prefix}attempt (
          job_id, scheduled_at, finished_at, attempt, unstarted, earlier, retry, failures,
          lost_leases, interruptions, status, explanation, queue, type, tenant)
        SELECT
          g.job_id, g.run_at, COALESCE(:now::timestamptz, statement_timestamp()), g.attempt + 1,
          g.unstarted + 1, g.earlier, g.failures,
          g.failures, g.lost_leases, g.interruptions, 'CANCELLED', :reason, g.queue,
          g.type, j.tenant
        FROM gone g
        JOIN ${prefix}job j ON j.id = g.job_id),
      counted AS (
        INSERT INTO ${prefix}statistics_delta (
          hour, queue, tenant, type, category, count, run_us, delay_us)
        SELECT
          floor(extract(epoch FROM COALESCE(:now::timestamptz, statement_timestamp())) / 3600),
          queue, tenant, type, :category + least(failures, :max_retry), 1, 0, 0
        FROM gone)
      INSERT INTO ${prefix}finished (
        job_id, finished_at, run_at, attempt, unstarted, earlier, failures, lost_leases,
        interruptions, state, queue, type, tenant, error_type, failure_kind, message)
      SELECT
        g.job_id, COALESCE(:now::timestamptz, statement_timestamp()), g.run_at, g.attempt + 1,
        g.unstarted + 1, g.earlier, g.failures, g.lost_leases, g.interruptions,
        :state, g.queue, g.type, j.tenant, e.error_type, e.failure_kind, e.message
      FROM gone g
      JOIN ${prefix}job j ON j.id = g.job_id
      LEFT JOIN LATERAL (
        SELECT a.error_type, a.failure_kind, a.message FROM ${prefix}attempt a
        WHERE a.job_id = g.job_id AND g.attempt > 0
          AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
        ORDER BY a.attempt DESC LIMIT 1) e ON true
      RETURNING *
      """;

  private static final String CANCEL_FINISHED =
      """
      UPDATE ${prefix}finished
      SET state = 'CANCELLED', finished_at = COALESCE(:now::timestamptz, statement_timestamp())
      WHERE job_id = :id AND state = :state
      RETURNING *
      """;

  private final Columns columns = new PostgresColumns();
  private final Rows rows = new Rows(columns);

  private final Statements statements;

  CancelWaitingJobs(Statements statements) {
    this.statements = statements;
  }

  /** Ends a waiting job; null if it no longer waits in the state that was read. */
  @Nullable EndedJob end(Connection connection, JobId id, JobState seen, JobState as, String reason)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, END)) {
      statement
          .id("id", id)
          .flag("retrying", seen == JobState.RETRYING)
          .text("reason", reason)
          .text("state", as.name())
          .number("category", AttemptCategory.endedWhileWaiting(0, as).code())
          .number("max_retry", AttemptCategory.MAX_RETRY);
      return ended(statement, reason);
    }
  }

  /** Cancels a failed or dead job; null if it has left the state that was read. */
  @Nullable EndedJob cancelFinished(Connection connection, JobId id, JobState seen, String reason)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, CANCEL_FINISHED)) {
      return ended(statement.id("id", id).text("state", seen.name()), reason);
    }
  }

  private @Nullable EndedJob ended(NamedStatement statement, String reason) throws SQLException {
    try (ResultSet row = statement.query()) {
      if (!row.next()) {
        return null;
      }
      String movedFrom = row.getString("moved_from_queue");
      return new EndedJob(
          new JobIdentity(
              columns.id(row, "job_id"),
              new QueueName(movedFrom == null ? columns.text(row, "queue") : movedFrom),
              new JobTypeName(columns.text(row, "type")),
              new TenantId(columns.text(row, "tenant"))),
          JobState.valueOf(columns.text(row, "state")),
          Rows.number(row),
          columns.instant(row, "finished_at"),
          rows.error(row),
          null,
          reason.isEmpty() ? null : reason);
    }
  }
}
