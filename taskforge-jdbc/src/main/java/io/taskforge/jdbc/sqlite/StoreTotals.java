package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Totals over all jobs. */
final class StoreTotals {
  private static final String WAITING =
      """
      SELECT queue, count(*), count(*) FILTER (WHERE failures + lost_leases > 0),
        count(*) FILTER (WHERE run_at <= :now), min(run_at)
      FROM ${prefix}ready WHERE :tenant IS NULL OR tenant = :tenant GROUP BY queue
      """;
  // Counting a whole table reads no rows, so successes are the total minus the other states.
  private static final String FINISHED =
      """
      SELECT count(*) FROM ${prefix}finished
      """;
  private static final String UNSUCCESSFUL =
      """
      SELECT state, queue, count(*)
      FROM ${prefix}finished INDEXED BY ${prefix}finished_unsuccessful
      WHERE state <> 'SUCCEEDED' GROUP BY state, queue
      """;
  private static final String FINISHED_OF_TENANT =
      """
      SELECT f.state, f.queue, count(*)
      FROM ${prefix}job j CROSS JOIN ${prefix}finished f ON f.job_seq = j.seq
      WHERE j.tenant = :tenant GROUP BY f.state, f.queue
      """;
  private static final String RUNNING_OF_TENANT =
      """
      SELECT seq FROM ${prefix}job
      WHERE seq IN (SELECT value FROM json_each(:seqs)) AND tenant = :tenant
      """;

  private final LeaseTable leases;

  StoreTotals(LeaseTable leases) {
    this.leases = leases;
  }

  private record Waiting(QueueName queue, QueueCounts counts, long retrying) {}

  private record Finished(JobState state, QueueName queue, long count) {}

  StoreStats read(Session session, @Nullable TenantId tenant, Instant now, JobFigures figures)
      throws SQLException {
    Map<JobState, Long> byState = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      byState.put(state, 0L);
    }
    Map<QueueName, QueueCounts> queues = new TreeMap<>();
    List<Waiting> waiting =
        session
            .statement(WAITING)
            .instant("now", now)
            .textOf("tenant", tenant)
            .list(StoreTotals::waiting);
    for (Waiting each : waiting) {
      byState.merge(JobState.RETRYING, each.retrying, Long::sum);
      byState.merge(JobState.QUEUED, each.counts.waiting() - each.retrying, Long::sum);
      queues.put(each.queue, each.counts);
    }
    for (BatchedJob job : running(session, tenant)) {
      byState.merge(JobState.RUNNING, 1L, Long::sum);
      QueueCounts counts = queues.getOrDefault(job.queue(), QueueCounts.NONE);
      queues.put(job.queue(), counts.withRunning(counts.running() + 1));
    }
    long unsuccessful = 0;
    for (Finished each : finished(session, tenant)) {
      byState.merge(each.state, each.count, Long::sum);
      unsuccessful += each.count;
      if (each.state == JobState.DEAD) {
        QueueCounts counts = queues.getOrDefault(each.queue, QueueCounts.NONE);
        queues.put(each.queue, counts.withDead(each.count));
      }
    }
    if (tenant == null) {
      byState.put(JobState.SUCCEEDED, session.statement(FINISHED).number() - unsuccessful);
    }
    return new StoreStats(byState, queues, figures);
  }

  private List<BatchedJob> running(Session session, @Nullable TenantId tenant) throws SQLException {
    List<BatchedJob> all = RunningJob.all(session, leases).stream().map(RunningJob::job).toList();
    if (tenant == null) {
      return all;
    }
    Set<Long> own =
        new HashSet<>(
            session
                .statement(RUNNING_OF_TENANT)
                .text("seqs", all.stream().map(BatchedJob::seq).toList().toString())
                .text("tenant", tenant.value())
                .list(row -> row.getLong(1)));
    return all.stream().filter(job -> own.contains(job.seq())).toList();
  }

  /** Finished jobs by state and queue; without successful ones if all tenants are counted. */
  private static List<Finished> finished(Session session, @Nullable TenantId tenant)
      throws SQLException {
    NamedStatement statement =
        tenant == null
            ? session.statement(UNSUCCESSFUL)
            : session.statement(FINISHED_OF_TENANT).text("tenant", tenant.value());
    return statement.list(
        row ->
            new Finished(
                JobState.valueOf(row.getString(1)),
                new QueueName(row.getString(2)),
                row.getLong(3)));
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    long due = row.getLong(4);
    Instant oldest = due == 0 ? null : SqliteColumns.instant(row.getLong(5));
    QueueCounts counts = QueueCounts.NONE.withWaiting(row.getLong(2), due, oldest);
    return new Waiting(new QueueName(row.getString(1)), counts, row.getLong(3));
  }
}
