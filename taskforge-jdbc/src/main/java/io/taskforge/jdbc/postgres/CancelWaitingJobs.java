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

/** Cancels or dead-letters a waiting, failed or dead job on request. */
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
        interruptions, state, queue, type, tenant, error_type, failure_kind, message, dlq_reason,
        moved_from_queue, moved_at)
      SELECT
        g.job_id, COALESCE(:now::timestamptz, statement_timestamp()), g.run_at, g.attempt + 1,
        g.unstarted + 1, g.earlier, g.failures, g.lost_leases, g.interruptions,
        :state, COALESCE(:dead_letters::text, g.queue), g.type, j.tenant, e.error_type,
        e.failure_kind, e.message,
        CASE WHEN :dead_letters::text IS NOT NULL THEN :reason::text END,
        CASE WHEN :dead_letters::text IS NOT NULL THEN g.queue END,
        CASE WHEN :dead_letters::text IS NOT NULL
          THEN COALESCE(:now::timestamptz, statement_timestamp()) END
      FROM gone g
      JOIN ${prefix}job j ON j.id = g.job_id
      LEFT JOIN LATERAL (
        SELECT a.error_type, a.failure_kind, a.message FROM ${prefix}attempt a
        WHERE a.job_id = g.job_id AND g.attempt > 0
          AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
        ORDER BY a.attempt DESC LIMIT 1) e ON true
      RETURNING *, (SELECT k.trace_context FROM ${prefix}job k WHERE k.id = job_id) AS trace_context
      """;

  private static final String END_AGAIN =
      """
      WITH ended AS (
        UPDATE ${prefix}finished
        SET
          state = :state,
          attempt = attempt + 1,
          unstarted = unstarted + 1,
          finished_at = COALESCE(:now::timestamptz, statement_timestamp()),
          queue = COALESCE(:dead_letters::text, queue),
          dlq_reason = CASE WHEN :dead_letters::text IS NULL THEN dlq_reason
            ELSE :reason::text END,
          moved_from_queue = CASE WHEN :dead_letters::text IS NULL THEN moved_from_queue
            ELSE queue END,
          moved_at = CASE WHEN :dead_letters::text IS NULL THEN moved_at
            ELSE COALESCE(:now::timestamptz, statement_timestamp()) END
        WHERE job_id = :id AND state = :seen
        RETURNING *),
      history AS (
        INSERT INTO ${prefix}attempt (
          job_id, scheduled_at, finished_at, attempt, unstarted, earlier, retry, failures,
          lost_leases, interruptions, status, explanation, queue, type, tenant)
        SELECT
          e.job_id, e.run_at, e.finished_at, e.attempt, e.unstarted, e.earlier, e.failures,
          e.failures, e.lost_leases, e.interruptions, 'CANCELLED', :reason,
          COALESCE(e.moved_from_queue, e.queue), e.type, e.tenant
        FROM ended e),
      stay AS (
        INSERT INTO ${prefix}dead_letter_stay (
          job_id, entry, moved_at, ended_at, dlq_reason, moved_from_queue, dead_letter_queue,
          ended_how, ended_by, end_reason)
        SELECT
          e.job_id, e.attempt - 1, e.moved_at, e.finished_at, e.dlq_reason, e.moved_from_queue,
          e.queue, 'DELETED', :by, :reason
        FROM ended e
        WHERE :seen = 'DEAD')
      SELECT *, (SELECT j.trace_context FROM ${prefix}job j WHERE j.id = job_id) AS trace_context
      FROM ended
      """;

  private final Columns columns = new PostgresColumns();
  private final Rows rows = new Rows(columns);

  private final Statements statements;

  CancelWaitingJobs(Statements statements) {
    this.statements = statements;
  }

  /**
   * How a job ends.
   *
   * @param deadLetters the dead letter queue, if it moves there
   * @param by who requested it, or null
   */
  record Ending(
      JobState state, String reason, @Nullable QueueName deadLetters, @Nullable String by) {}

  /**
   * Ends a waiting job, or a finished one in another way; null if it has left the state that was
   * read.
   */
  @Nullable EndedJob end(Connection connection, JobId id, JobState seen, Ending ending)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, seen.isFinal() ? END_AGAIN : END)) {
      statement
          .id("id", id)
          .text("reason", ending.reason)
          .text("state", ending.state.name())
          .textOf("dead_letters", ending.deadLetters);
      if (seen.isFinal()) {
        statement.text("seen", seen.name()).text("by", ending.by);
      } else {
        statement
            .flag("retrying", seen == JobState.RETRYING)
            .number("category", AttemptCategory.endedWhileWaiting(0, ending.state).code())
            .number("max_retry", AttemptCategory.MAX_RETRY);
      }
      return ended(statement, ending);
    }
  }

  private @Nullable EndedJob ended(NamedStatement statement, Ending ending) throws SQLException {
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
          ending.deadLetters,
          ending.reason.isEmpty() ? null : ending.reason,
          rows.trace(row));
    }
  }
}
