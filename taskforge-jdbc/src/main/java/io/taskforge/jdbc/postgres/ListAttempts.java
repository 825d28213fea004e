package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.store.PageBytes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/**
 * Lists the history of jobs, including running attempts. The last attempt of a plain success is in
 * the row of the finished job.
 */
final class ListAttempts {
  // The page ends at :max_bytes, as in ListJobsSql.
  private static final String LIST =
      """
      SELECT page.*
      FROM (
        SELECT
          item.*,
          count(*) OVER () AS found,
          sum(
            coalesce(octet_length(message), 0) + coalesce(octet_length(stack_trace), 0)
            + coalesce(octet_length(explanation), 0) + coalesce(octet_length(log), 0)) OVER (
            ORDER BY job_id DESC, attempt DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
            AS bytes_before
        FROM (
          SELECT
            a.job_id, a.attempt, a.unstarted, a.earlier, a.retry, a.status, a.worker, a.scheduled_at,
            a.started_at, a.finished_at, a.duration_us, a.failure_kind, a.error_type,
            CASE WHEN :texts THEN a.message END AS message,
            CASE WHEN :texts THEN a.stack_trace END AS stack_trace, a.delay_us, a.next_run_at,
            CASE WHEN :texts THEN a.explanation END AS explanation, a.failures, a.lost_leases,
            a.interruptions, CASE WHEN :texts THEN a.log END AS log, a.progress
          FROM ${prefix}attempt a
          WHERE a.job_id = ANY (:ids::uuid[])
            AND EXISTS (SELECT FROM ${prefix}job j WHERE j.id = a.job_id)
            AND (:before::integer IS NULL OR a.job_id <> :newest OR a.attempt < :before::integer)
            AND (:failure_kind::text IS NULL OR a.failure_kind = :failure_kind::text)
          UNION ALL
          SELECT
            f.job_id, f.attempt, f.unstarted, f.earlier, f.failures, 'SUCCEEDED', f.worker,
            f.run_at, f.started_at, f.started_at + f.duration_us * interval '1 microsecond',
            f.duration_us, NULL, NULL, NULL, NULL, NULL, NULL, NULL, f.failures, f.lost_leases,
            f.interruptions, NULL, NULL
          FROM ${prefix}finished_succeeded f
          WHERE f.job_id = ANY (:ids::uuid[])
            AND f.worker IS NOT NULL
            AND (:before::integer IS NULL OR f.job_id <> :newest OR f.attempt < :before::integer)
            AND :failure_kind::text IS NULL
          UNION ALL
          SELECT
            p.job_id, p.attempt, p.unstarted, p.earlier, p.failures, 'RUNNING', l.worker, p.run_at, l.claimed_at,
            NULL, NULL, NULL, NULL, NULL, NULL,
            NULL, NULL, NULL, p.failures, p.lost_leases, p.interruptions,
            NULL, NULL
          FROM ${prefix}lease l
          CROSS JOIN LATERAL unnest(
            l.job_ids, l.run_ats, l.attempts, l.unstarted, l.earlier, l.failures, l.lost_leases,
            l.interruptions)
            WITH ORDINALITY AS p(
              job_id, run_at, attempt, unstarted, earlier, failures, lost_leases, interruptions,
              place)
          WHERE l.job_ids && :ids::uuid[]
            AND p.job_id = ANY (:ids::uuid[])
            AND (:before::integer IS NULL OR p.job_id <> :newest OR p.attempt < :before::integer)
            AND :failure_kind::text IS NULL
            AND get_bit(l.open_positions, (p.place - 1)::integer) = 1
          ORDER BY job_id DESC, attempt DESC
          LIMIT :limit) item) page
      WHERE bytes_before IS NULL OR bytes_before < :max_bytes
      ORDER BY job_id DESC, attempt DESC
      """;

  private final Statements statements;
  private final Rows rows;

  ListAttempts(Statements statements, Rows rows) {
    this.statements = statements;
    this.rows = rows;
  }

  /** Returns the latest entries, oldest first. */
  List<Attempt> list(Connection connection, AttemptFilter filter) throws SQLException {
    List<JobId> jobs = filter.jobs();
    if (jobs.isEmpty()) {
      return List.of();
    }
    try (NamedStatement statement = statements.on(connection, LIST)) {
      int limit = Math.max(0, filter.limit());
      statement
          .ids("ids", jobs.stream().map(JobId::value).toArray(UUID[]::new))
          .id("newest", jobs.get(0))
          .numberOrNull("before", filter.before())
          .text("failure_kind", filter.failureKind() == null ? null : filter.failureKind().name())
          .flag("texts", filter.texts())
          .number("limit", limit)
          .number("max_bytes", PageBytes.MAX);
      List<Attempt> found = BoundedPage.read(statement, limit, rows::attempt).items();
      Collections.reverse(found);
      return List.copyOf(found);
    }
  }
}
