package io.taskforge.jdbc.sqlite;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Totals over all jobs and attempts. */
final class StoreTotals {
  private static final String WAITING =
      """
      SELECT queue, count(*), count(*) FILTER (WHERE failures + lost_leases > 0),
        count(*) FILTER (WHERE run_at <= :now), min(run_at)
      FROM ${prefix}ready GROUP BY queue
      """;
  // Counting a whole table reads no rows, so successes are the total minus the other states.
  private static final String FINISHED =
      """
      SELECT count(*) FROM ${prefix}finished
      """;
  private static final String UNSUCCESSFUL =
      """
      SELECT state, count(*) FROM ${prefix}finished INDEXED BY ${prefix}finished_unsuccessful
      WHERE state <> 'SUCCEEDED' GROUP BY state
      """;
  private static final String DEAD =
      """
      SELECT queue, count(*) FROM ${prefix}finished INDEXED BY ${prefix}finished_unsuccessful
      WHERE state = 'DEAD' AND state <> 'SUCCEEDED' GROUP BY queue
      """;
  private static final String RETRIES =
      """
      SELECT status, count(*) FROM ${prefix}attempt INDEXED BY ${prefix}attempt_trouble
      WHERE (retry > 0 OR status = 'FAILED') AND retry > 0 AND started_at IS NOT NULL
      GROUP BY status
      """;

  private final LeaseTable leases;

  StoreTotals(LeaseTable leases) {
    this.leases = leases;
  }

  private record Waiting(QueueName queue, QueueCounts counts, long retrying) {}

  private record Count(String name, long count) {}

  StoreStats read(Session session, Instant now) throws SQLException {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      byState.put(state, 0L);
    }
    Map<QueueName, QueueCounts> queues = new TreeMap<>();
    for (Waiting each : session.statement(WAITING).instant("now", now).list(StoreTotals::waiting)) {
      byState.merge(JobState.RETRYING, each.retrying, Long::sum);
      byState.merge(JobState.QUEUED, each.counts.waiting() - each.retrying, Long::sum);
      queues.put(each.queue, each.counts);
    }
    for (RunningJob running : RunningJob.all(session, leases)) {
      byState.merge(JobState.RUNNING, 1L, Long::sum);
      QueueName queue = running.job().queue();
      QueueCounts counts = queues.getOrDefault(queue, QueueCounts.NONE);
      queues.put(queue, counts.withRunning(counts.running() + 1));
    }
    byState.put(JobState.SUCCEEDED, session.statement(FINISHED).number());
    for (Count count : counts(session, UNSUCCESSFUL)) {
      byState.put(JobState.valueOf(count.name), count.count);
      byState.merge(JobState.SUCCEEDED, -count.count, Long::sum);
    }
    for (Count count : counts(session, DEAD)) {
      QueueName queue = new QueueName(count.name);
      QueueCounts counts = queues.getOrDefault(queue, QueueCounts.NONE);
      queues.put(queue, counts.withDead(count.count));
    }
    Map<AttemptStatus, Long> retried = new EnumMap<>(AttemptStatus.class);
    for (Count count : counts(session, RETRIES)) {
      retried.put(AttemptStatus.valueOf(count.name), count.count);
    }
    return new StoreStats(
        byState,
        queues,
        retried.values().stream().mapToLong(Long::longValue).sum(),
        retried.getOrDefault(AttemptStatus.SUCCEEDED, 0L),
        retried.getOrDefault(AttemptStatus.FAILED, 0L));
  }

  private static List<Count> counts(Session session, String sql) throws SQLException {
    return session.statement(sql).list(row -> new Count(row.getString(1), row.getLong(2)));
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    long due = row.getLong(4);
    Instant oldest = due == 0 ? null : SqliteColumns.instant(row.getLong(5));
    QueueCounts counts = QueueCounts.NONE.withWaiting(row.getLong(2), due, oldest);
    return new Waiting(new QueueName(row.getString(1)), counts, row.getLong(3));
  }
}
