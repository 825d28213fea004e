package io.taskforge.jdbc;

import io.taskforge.job.QueueName;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.QueueLoad;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What waits for somebody, and how attempts end. */
final class SqliteLoads {
  private static final String DUE =
      """
      SELECT queue, type, count(*), min(run_at) FROM ${prefix}ready
      WHERE run_at <= ? GROUP BY queue, type
      """;
  private static final String DEAD =
      """
      SELECT queue, count(*) FROM ${prefix}finished INDEXED BY ${prefix}finished_unsuccessful
      WHERE state = 'DEAD' AND state <> 'SUCCEEDED' GROUP BY queue
      """;
  // No index has all attempts by time, which most would pay for and nobody else needs. One has what
  // failed or was a retry, and another the jobs that ended; those that succeeded at once are there.
  // The known CTE steps through the queues, so that of each only the period is read.
  private static final String TROUBLE =
      """
      WITH RECURSIVE known (queue) AS (
        SELECT min(queue) FROM ${prefix}attempt INDEXED BY ${prefix}attempt_trouble
        WHERE retry > 0 OR status = 'FAILED'
        UNION ALL
        SELECT (SELECT min(a.queue) FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_trouble
          WHERE (a.retry > 0 OR a.status = 'FAILED') AND a.queue > k.queue)
        FROM known k WHERE k.queue IS NOT NULL)
      SELECT k.queue, count(*),
        count(*) FILTER (WHERE a.status = 'FAILED' AND a.delay_us IS NOT NULL),
        count(*) FILTER (WHERE a.status = 'FAILED' AND a.delay_us IS NULL AND a.retry > 0)
      FROM known k
      CROSS JOIN ${prefix}attempt a INDEXED BY ${prefix}attempt_trouble
        ON a.queue = k.queue AND a.finished_at >= ? AND a.finished_at < ?
      WHERE (a.retry > 0 OR a.status = 'FAILED') AND a.status IN ('SUCCEEDED', 'FAILED')
      GROUP BY k.queue
      """;
  private static final String AT_ONCE =
      """
      SELECT queue, count(*) FROM ${prefix}finished INDEXED BY ${prefix}finished_age
      WHERE state = 'SUCCEEDED' AND finished_at >= ? AND finished_at < ? AND failures = 0
      GROUP BY queue
      """;

  private final String due;
  private final String dead;
  private final String trouble;
  private final String atOnce;

  SqliteLoads(String prefix) {
    due = DUE.replace("${prefix}", prefix);
    dead = DEAD.replace("${prefix}", prefix);
    trouble = TROUBLE.replace("${prefix}", prefix);
    atOnce = AT_ONCE.replace("${prefix}", prefix);
  }

  private record Counted(QueueName queue, AttemptCounts counts) {}

  Map<QueueName, QueueLoad> read(SqliteSession session, Instant now) throws SQLException {
    QueueLoads loads = new QueueLoads();
    session.query(
        due,
        row -> {
          loads.addDue(
              row.getString(1),
              row.getString(2),
              row.getLong(3),
              SqliteColumns.instant(row.getLong(4)));
          return loads;
        },
        SqliteColumns.micros(now));
    session.query(
        dead,
        row -> {
          loads.addDead(row.getString(1), row.getLong(2));
          return loads;
        });
    return loads.all();
  }

  Map<QueueName, AttemptCounts> attempts(SqliteSession session, Instant from, Instant to)
      throws SQLException {
    Map<QueueName, AttemptCounts> all = new TreeMap<>();
    long first = SqliteColumns.micros(from);
    long end = SqliteColumns.micros(to);
    session
        .query(
            trouble,
            row ->
                new Counted(
                    new QueueName(row.getString(1)),
                    new AttemptCounts(row.getLong(2), row.getLong(3), row.getLong(4))),
            first,
            end)
        .forEach(each -> all.merge(each.queue, each.counts, AttemptCounts::plus));
    session
        .query(
            atOnce,
            row ->
                new Counted(
                    new QueueName(row.getString(1)), new AttemptCounts(row.getLong(2), 0, 0)),
            first,
            end)
        .forEach(each -> all.merge(each.queue, each.counts, AttemptCounts::plus));
    return all;
  }
}
