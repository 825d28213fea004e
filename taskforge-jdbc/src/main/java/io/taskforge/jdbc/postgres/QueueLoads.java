package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.QueueLoadBuilder;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;

/** The due and dead jobs of each queue, and how its jobs were retried. */
final class QueueLoads {
  private static final String LOADS =
      """
      SELECT tenant, queue, type, count(*) AS count, min(run_at) AS oldest_at
      FROM ${prefix}ready
      WHERE run_at <= COALESCE(:now::timestamptz, statement_timestamp())
      GROUP BY tenant, queue, type
      UNION ALL
      SELECT tenant, queue, NULL, count(*), NULL
      FROM ${prefix}finished WHERE state = 'DEAD' GROUP BY tenant, queue
      """;
  // A job that succeeded at once has one attempt; only the others are counted by distinct id.
  private static final String RETRIES =
      """
      SELECT tenant, queue, jobs, retried, exhausted, backoffs, backoff_us
      FROM (
        SELECT
          tenant, queue,
          count(*) FILTER (WHERE status = 'SUCCEEDED' AND retry = 0)
            + count(DISTINCT job_id) FILTER (WHERE status = 'FAILED' OR retry > 0) AS jobs,
          count(DISTINCT job_id) FILTER (
            WHERE retry > 0 OR (status = 'FAILED' AND delay_us IS NOT NULL)) AS retried,
          count(DISTINCT job_id) FILTER (
            WHERE status = 'FAILED' AND delay_us IS NULL AND retry > 0) AS exhausted,
          count(*) FILTER (WHERE status = 'FAILED' AND delay_us IS NOT NULL) AS backoffs,
          COALESCE(sum(delay_us) FILTER (WHERE status = 'FAILED'), 0)::bigint AS backoff_us
        FROM (
          SELECT job_id, tenant, queue, status, retry, delay_us
          FROM ${prefix}attempt
          WHERE status IN ('SUCCEEDED', 'FAILED')
            AND started_at IS NOT NULL
            AND queue IS NOT NULL
            AND finished_at >= :from::timestamptz
            AND finished_at < :to::timestamptz
          UNION ALL
          SELECT job_id, tenant, queue, state, failures, NULL
          FROM ${prefix}finished_succeeded
          WHERE worker IS NOT NULL
            AND finished_at >= :from::timestamptz
            AND finished_at < :to::timestamptz) ended
        GROUP BY tenant, queue) counted
      WHERE retried > 0
      """;

  private final Columns columns;

  private final Statements statements;

  QueueLoads(Statements statements, Columns columns) {
    this.statements = statements;
    this.columns = columns;
  }

  private TenantQueue place(ResultSet row) throws SQLException {
    return QueueLoadBuilder.place(columns.text(row, "tenant"), columns.text(row, "queue"));
  }

  Map<TenantQueue, QueueLoad> read(Connection connection) throws SQLException {
    QueueLoadBuilder found = new QueueLoadBuilder();
    try (NamedStatement statement = statements.on(connection, LOADS);
        ResultSet row = statement.query()) {
      while (row.next()) {
        long count = row.getLong("count");
        String type = row.getString("type");
        if (type == null) {
          found.addDead(place(row), count);
        } else {
          found.addDue(place(row), type, count, columns.instant(row, "oldest_at"));
        }
      }
    }
    return found.all();
  }

  Map<TenantQueue, RetryActivity> retries(Connection connection, Instant from, Instant to)
      throws SQLException {
    Map<TenantQueue, RetryActivity> all = new TreeMap<>();
    try (NamedStatement statement = statements.planned(connection, RETRIES)) {
      statement.instant("from", from).instant("to", to);
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          all.put(
              place(row),
              new RetryActivity(
                  row.getLong("jobs"),
                  row.getLong("retried"),
                  row.getLong("exhausted"),
                  row.getLong("backoffs"),
                  Duration.of(row.getLong("backoff_us"), ChronoUnit.MICROS)));
        }
      }
    }
    return all;
  }
}
