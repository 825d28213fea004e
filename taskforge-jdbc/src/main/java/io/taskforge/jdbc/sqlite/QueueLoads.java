package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.QueueLoadBuilder;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The due and dead jobs of each queue, and how its jobs were retried. */
final class QueueLoads {
  // Grouped first in key order, which needs no sorting, and then without priorities.
  private static final String DUE =
      """
      SELECT tenant, queue, type, sum(jobs), min(oldest_at)
      FROM (
        SELECT queue, priority, tenant, type, count(*) AS jobs, min(run_at) AS oldest_at
        FROM ${prefix}ready WHERE run_at <= :now GROUP BY queue, priority, tenant, type)
      GROUP BY tenant, queue, type
      """;
  private static final String DEAD =
      """
      SELECT j.tenant, f.queue, count(*)
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}job j ON j.seq = f.job_seq
      WHERE f.state = 'DEAD' AND f.state <> 'SUCCEEDED' GROUP BY j.tenant, f.queue
      """;
  // No index has all attempts by time, because it would slow down every commit. attempt_trouble has
  // failures and retries, and finished_age has the jobs that succeeded at once. The known CTE is a
  // loose index scan over the queues; only the requested period of each queue is read. The tenant
  // is read from the job, because the attempt's row stores it after the stack trace.
  private static final String TROUBLE =
      """
      WITH RECURSIVE known (queue) AS (
        SELECT min(queue) FROM ${prefix}attempt INDEXED BY ${prefix}attempt_trouble
        WHERE retry > 0 OR status = 'FAILED'
        UNION ALL
        SELECT (SELECT min(a.queue) FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_trouble
          WHERE (a.retry > 0 OR a.status = 'FAILED') AND a.queue > k.queue)
        FROM known k WHERE k.queue IS NOT NULL)
      SELECT j.tenant, k.queue, count(DISTINCT a.job_seq) AS jobs,
        count(DISTINCT a.job_seq) FILTER (
          WHERE a.retry > 0 OR (a.status = 'FAILED' AND a.delay_us IS NOT NULL)) AS retried,
        count(DISTINCT a.job_seq) FILTER (
          WHERE a.status = 'FAILED' AND a.delay_us IS NULL AND a.retry > 0) AS exhausted,
        count(*) FILTER (WHERE a.status = 'FAILED' AND a.delay_us IS NOT NULL) AS backoffs,
        coalesce(sum(a.delay_us) FILTER (WHERE a.status = 'FAILED'), 0) AS backoff_us
      FROM known k
      CROSS JOIN ${prefix}attempt a INDEXED BY ${prefix}attempt_trouble
        ON a.queue = k.queue AND a.finished_at >= :from AND a.finished_at < :to
      CROSS JOIN ${prefix}job j ON j.seq = a.job_seq
      WHERE (a.retry > 0 OR a.status = 'FAILED') AND a.status IN ('SUCCEEDED', 'FAILED')
        AND a.started_at IS NOT NULL
      GROUP BY k.queue, j.tenant
      """;
  // Only for queues with failures or retries: others are not reported.
  private static final String AT_ONCE =
      """
      SELECT j.tenant, f.queue, count(*)
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_age
      CROSS JOIN ${prefix}job j ON j.seq = f.job_seq
      WHERE f.state = 'SUCCEEDED' AND f.finished_at >= :from AND f.finished_at < :to
        AND f.failures = 0
        AND f.queue IN (SELECT value FROM json_each(:queues))
      GROUP BY f.queue, j.tenant
      """;

  Map<TenantQueue, QueueLoad> read(Session session, Instant now) throws SQLException {
    QueueLoadBuilder loads = new QueueLoadBuilder();
    session
        .statement(DUE)
        .instant("now", now)
        .list(
            row -> {
              loads.addDue(
                  QueueLoadBuilder.place(row.getString(1), row.getString(2)),
                  row.getString(3),
                  row.getLong(4),
                  SqliteColumns.instant(row.getLong(5)));
              return loads;
            });
    session
        .statement(DEAD)
        .list(
            row -> {
              loads.addDead(
                  QueueLoadBuilder.place(row.getString(1), row.getString(2)), row.getLong(3));
              return loads;
            });
    return loads.all();
  }

  Map<TenantQueue, RetryActivity> retries(Session session, Instant from, Instant to)
      throws SQLException {
    Map<TenantQueue, RetryActivity> all = new TreeMap<>();
    session
        .statement(TROUBLE)
        .instant("from", from)
        .instant("to", to)
        .list(
            row ->
                all.put(
                    QueueLoadBuilder.place(row.getString("tenant"), row.getString("queue")),
                    new RetryActivity(
                        row.getLong("jobs"),
                        row.getLong("retried"),
                        row.getLong("exhausted"),
                        row.getLong("backoffs"),
                        Duration.of(row.getLong("backoff_us"), ChronoUnit.MICROS))));
    all.values().removeIf(activity -> activity.retried() == 0);
    if (all.isEmpty()) {
      return all;
    }
    session
        .statement(AT_ONCE)
        .instant("from", from)
        .instant("to", to)
        .text("queues", queues(all))
        .list(
            row -> {
              long jobs = row.getLong(3);
              return all.computeIfPresent(
                  QueueLoadBuilder.place(row.getString(1), row.getString(2)),
                  (place, activity) -> activity.plusJobs(jobs));
            });
    return all;
  }

  /** Returns the queues as JSON; queue names need no escaping. */
  private static String queues(Map<TenantQueue, RetryActivity> all) {
    return all.keySet().stream()
        .map(place -> "\"" + place.queue() + "\"")
        .distinct()
        .collect(Collectors.joining(",", "[", "]"));
  }
}
