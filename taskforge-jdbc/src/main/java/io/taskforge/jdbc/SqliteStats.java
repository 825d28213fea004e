package io.taskforge.jdbc;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.store.StoreStats;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Totals over all that is kept. */
final class SqliteStats {
  private static final String WAITING =
      """
      SELECT queue, failures + lost_leases > 0 AS retrying, count(*)
      FROM ${prefix}ready GROUP BY queue, retrying
      """;
  private static final String FINISHED =
      """
      SELECT state, count(*) FROM ${prefix}finished GROUP BY state
      """;
  private static final String RETRIES =
      """
      SELECT status, count(*) FROM ${prefix}attempt
      WHERE retry > 0 AND started_at IS NOT NULL GROUP BY status
      """;

  private final SqliteLeases leases;
  private final String waiting;
  private final String finished;
  private final String retries;

  SqliteStats(String prefix, SqliteLeases leases) {
    this.leases = leases;
    waiting = WAITING.replace("${prefix}", prefix);
    finished = FINISHED.replace("${prefix}", prefix);
    retries = RETRIES.replace("${prefix}", prefix);
  }

  private record Depth(QueueName queue, boolean retrying, long count) {}

  private record Count(String name, long count) {}

  StoreStats read(SqliteSession session) throws SQLException {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      byState.put(state, 0L);
    }
    Map<QueueName, Long> byQueue = new TreeMap<>();
    for (Depth depth :
        session.query(
            waiting,
            row ->
                new Depth(new QueueName(row.getString(1)), row.getInt(2) != 0, row.getLong(3)))) {
      byState.merge(depth.retrying ? JobState.RETRYING : JobState.QUEUED, depth.count, Long::sum);
      byQueue.merge(depth.queue, depth.count, Long::sum);
    }
    for (SqliteLeases.Row lease : leases.all(session)) {
      byState.merge(JobState.RUNNING, (long) lease.open().cardinality(), Long::sum);
    }
    for (Count count :
        session.query(finished, row -> new Count(row.getString(1), row.getLong(2)))) {
      byState.put(JobState.valueOf(count.name), count.count);
    }
    Map<AttemptStatus, Long> retried = new EnumMap<>(AttemptStatus.class);
    for (Count count : session.query(retries, row -> new Count(row.getString(1), row.getLong(2)))) {
      retried.put(AttemptStatus.valueOf(count.name), count.count);
    }
    return new StoreStats(
        byState,
        byQueue,
        retried.values().stream().mapToLong(Long::longValue).sum(),
        retried.getOrDefault(AttemptStatus.SUCCEEDED, 0L),
        retried.getOrDefault(AttemptStatus.FAILED, 0L));
  }
}
