package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Totals over all jobs, in one statement. */
final class StoreTotals {
  // Finished jobs are partitioned by state: counting the rows of a partition takes a quarter of the
  // time of grouping all by state.
  private static final String STATS =
      """
      SELECT
        'waiting' AS what, queue AS name, count(*) AS count,
        count(*) FILTER (WHERE failures + lost_leases > 0) AS retrying,
        count(*) FILTER (WHERE run_at <= COALESCE(:now::timestamptz, statement_timestamp())) AS due,
        min(run_at) AS first_run_at
      FROM ${prefix}ready
      WHERE :tenant::text IS NULL OR tenant = :tenant
      GROUP BY queue
      UNION ALL
      SELECT 'running', p.queue, count(*), 0, 0, NULL
      FROM ${prefix}lease l
      CROSS JOIN LATERAL unnest(l.queues, l.job_ids) WITH ORDINALITY AS p(queue, job_id, place)
      WHERE get_bit(l.open_positions, (p.place - 1)::integer) = 1
        AND (
          :tenant::text IS NULL
          OR EXISTS (SELECT FROM ${prefix}job j WHERE j.id = p.job_id AND j.tenant = :tenant))
      GROUP BY p.queue
      UNION ALL
      SELECT 'dead', queue, count(*), 0, 0, NULL
      FROM ${prefix}finished_dead
      WHERE :tenant::text IS NULL OR tenant = :tenant
      GROUP BY queue
      UNION ALL
      SELECT 'finished', 'SUCCEEDED', count(*), 0, 0, NULL
      FROM ${prefix}finished_succeeded
      WHERE :tenant::text IS NULL OR tenant = :tenant
      UNION ALL
      SELECT 'finished', 'FAILED', count(*), 0, 0, NULL
      FROM ${prefix}finished_failed
      WHERE :tenant::text IS NULL OR tenant = :tenant
      UNION ALL
      SELECT 'finished', 'CANCELLED', count(*), 0, 0, NULL
      FROM ${prefix}finished_cancelled
      WHERE :tenant::text IS NULL OR tenant = :tenant
      """;

  private final Columns columns;

  private final Statements statements;

  StoreTotals(Statements statements, Columns columns) {
    this.statements = statements;
    this.columns = columns;
  }

  StoreStats read(Connection connection, @Nullable TenantId tenant, JobFigures figures)
      throws SQLException {
    Map<JobState, Long> states = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      states.put(state, 0L);
    }
    Map<QueueName, QueueCounts> queues = new TreeMap<>();
    try (NamedStatement statement = statements.planned(connection, STATS).textOf("tenant", tenant);
        ResultSet row = statement.query()) {
      while (row.next()) {
        String name = columns.text(row, "name");
        long count = row.getLong("count");
        switch (columns.text(row, "what")) {
          case "waiting" -> {
            long retrying = row.getLong("retrying");
            long due = row.getLong("due");
            Instant oldest = due == 0 ? null : columns.instant(row, "first_run_at");
            states.merge(JobState.RETRYING, retrying, Long::sum);
            states.merge(JobState.QUEUED, count - retrying, Long::sum);
            change(queues, name, before -> before.withWaiting(count, due, oldest));
          }
          case "running" -> {
            states.merge(JobState.RUNNING, count, Long::sum);
            change(queues, name, before -> before.withRunning(count));
          }
          case "dead" -> {
            states.merge(JobState.DEAD, count, Long::sum);
            change(queues, name, before -> before.withDead(count));
          }
          default -> states.put(JobState.valueOf(name), count);
        }
      }
    }
    return new StoreStats(states, queues, figures);
  }

  private static void change(
      Map<QueueName, QueueCounts> queues, String name, UnaryOperator<QueueCounts> change) {
    QueueName queue = new QueueName(name);
    queues.put(queue, change.apply(queues.getOrDefault(queue, QueueCounts.NONE)));
  }
}
