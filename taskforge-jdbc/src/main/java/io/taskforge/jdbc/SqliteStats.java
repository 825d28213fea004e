package io.taskforge.jdbc;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.store.QueueCounts;
import io.taskforge.store.StoreStats;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Totals over all that is kept. */
final class SqliteStats {
  private static final String WAITING =
      """
      SELECT queue, count(*), sum(failures + lost_leases > 0), sum(run_at <= ?1),
        min(iif(run_at <= ?1, run_at, NULL))
      FROM ${prefix}ready GROUP BY queue
      """;
  private static final String FINISHED =
      """
      SELECT state, count(*) FROM ${prefix}finished GROUP BY state
      """;
  private static final String DEAD =
      """
      SELECT queue, count(*) FROM ${prefix}finished INDEXED BY ${prefix}finished_unsuccessful
      WHERE state = 'DEAD' AND state <> 'SUCCEEDED' GROUP BY queue
      """;
  private static final String RETRIES =
      """
      SELECT status, count(*) FROM ${prefix}attempt
      WHERE retry > 0 AND started_at IS NOT NULL GROUP BY status
      """;

  private final SqliteLeases leases;
  private final String waiting;
  private final String finished;
  private final String dead;
  private final String retries;

  SqliteStats(String prefix, SqliteLeases leases) {
    this.leases = leases;
    waiting = WAITING.replace("${prefix}", prefix);
    finished = FINISHED.replace("${prefix}", prefix);
    dead = DEAD.replace("${prefix}", prefix);
    retries = RETRIES.replace("${prefix}", prefix);
  }

  private record Waiting(QueueName queue, QueueCounts counts, long retrying) {}

  private record Count(String name, long count) {}

  StoreStats read(SqliteSession session, Instant now) throws SQLException {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      byState.put(state, 0L);
    }
    Map<QueueName, QueueCounts> queues = new TreeMap<>();
    for (Waiting each : session.query(waiting, SqliteStats::waiting, SqliteColumns.micros(now))) {
      byState.merge(JobState.RETRYING, each.retrying, Long::sum);
      byState.merge(JobState.QUEUED, each.counts.waiting() - each.retrying, Long::sum);
      queues.put(each.queue, each.counts);
    }
    for (SqliteRunning running : SqliteRunning.all(session, leases)) {
      byState.merge(JobState.RUNNING, 1L, Long::sum);
      QueueName queue = running.job().queue();
      QueueCounts counts = queues.getOrDefault(queue, QueueCounts.NONE);
      queues.put(queue, counts.withRunning(counts.running() + 1));
    }
    for (Count count : counts(session, finished)) {
      byState.put(JobState.valueOf(count.name), count.count);
    }
    for (Count count : counts(session, dead)) {
      QueueName queue = new QueueName(count.name);
      QueueCounts counts = queues.getOrDefault(queue, QueueCounts.NONE);
      queues.put(queue, counts.withDead(count.count));
    }
    Map<AttemptStatus, Long> retried = new EnumMap<>(AttemptStatus.class);
    for (Count count : counts(session, retries)) {
      retried.put(AttemptStatus.valueOf(count.name), count.count);
    }
    return new StoreStats(
        byState,
        queues,
        retried.values().stream().mapToLong(Long::longValue).sum(),
        retried.getOrDefault(AttemptStatus.SUCCEEDED, 0L),
        retried.getOrDefault(AttemptStatus.FAILED, 0L));
  }

  private static List<Count> counts(SqliteSession session, String sql) throws SQLException {
    return session.query(sql, row -> new Count(row.getString(1), row.getLong(2)));
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    QueueCounts counts =
        QueueCounts.NONE.withWaiting(
            row.getLong(2),
            row.getLong(4),
            SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, 5)));
    return new Waiting(new QueueName(row.getString(1)), counts, row.getLong(3));
  }
}
