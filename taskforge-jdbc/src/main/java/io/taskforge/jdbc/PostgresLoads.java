package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.QueueLoad;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What waits for somebody, and how attempts end. */
final class PostgresLoads {
  private static final String LOADS =
      """
      SELECT queue, type, count(*) AS count, min(run_at) AS oldest_at
      FROM ${prefix}ready
      WHERE run_at <= ${now}
      GROUP BY queue, type
      UNION ALL
      SELECT queue, NULL, count(*), NULL
      FROM ${prefix}finished WHERE state = 'DEAD' GROUP BY queue
      """;
  private static final String ATTEMPTS =
      """
      SELECT
        queue, count(*) AS ended,
        count(*) FILTER (WHERE status = 'FAILED' AND delay_us IS NOT NULL) AS retries,
        count(*) FILTER (WHERE status = 'FAILED' AND delay_us IS NULL AND retry > 0) AS exhausted
      FROM ${prefix}attempt
      WHERE status IN ('SUCCEEDED', 'FAILED')
        AND queue IS NOT NULL
        AND finished_at >= 'epoch'::timestamptz + :from::bigint * interval '1 microsecond'
        AND finished_at < 'epoch'::timestamptz + :to::bigint * interval '1 microsecond'
      GROUP BY queue
      """;

  private final Columns columns;
  private final PostgresSql loads;
  private final PostgresSql attempts;

  PostgresLoads(PostgresDialect dialect, Columns columns) {
    this.columns = columns;
    this.loads = PostgresSql.of(LOADS, dialect);
    this.attempts = PostgresSql.planned(ATTEMPTS, dialect);
  }

  Map<QueueName, QueueLoad> read(Connection connection) throws SQLException {
    QueueLoads found = new QueueLoads();
    try (PostgresStatement statement = loads.on(connection);
        ResultSet row = statement.query()) {
      while (row.next()) {
        String queue = columns.text(row, "queue");
        long count = row.getLong("count");
        String type = row.getString("type");
        if (type == null) {
          found.addDead(queue, count);
        } else {
          found.addDue(queue, type, count, columns.instant(row, "oldest_at"));
        }
      }
    }
    return found.all();
  }

  Map<QueueName, AttemptCounts> attempts(Connection connection, Instant from, Instant to)
      throws SQLException {
    Map<QueueName, AttemptCounts> all = new TreeMap<>();
    try (PostgresStatement statement = attempts.on(connection)) {
      statement.instant("from", from).instant("to", to);
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          all.put(
              new QueueName(columns.text(row, "queue")),
              new AttemptCounts(
                  row.getLong("ended"), row.getLong("retries"), row.getLong("exhausted")));
        }
      }
    }
    return all;
  }
}
