package io.taskforge.server.dashboard;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.stats.AttemptCategory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Fills the tables of a PostgreSQL store with jobs of the last six days: 94 % succeeded, 3 % wait,
 * 2 % failed and 1 % are dead letters, in five queues and three tenants, with 20 causes of failure.
 */
final class ManyJobs {
  private static final int SUCCESS =
      new AttemptCategory(0, AttemptStatus.SUCCEEDED, true, null, JobState.SUCCEEDED, 3, 0, 2)
          .code();
  private static final String FILL =
      """
      CREATE TEMP TABLE many AS
      SELECT n, created, n %% 100 AS kind,
        (lpad(to_hex((extract(epoch FROM created) * 1000)::bigint), 12, '0') || '70008000'
          || lpad(to_hex(n), 12, '0'))::uuid AS id,
        (ARRAY['mail', 'billing', 'images', 'reports', 'default'])[1 + n / 7 %% 5] AS queue,
        (ARRAY['send-mail', 'charge-card', 'resize', 'report', 'sync'])[1 + n / 7 %% 5] AS type,
        (ARRAY['default', 'acme', 'globex'])[1 + n / 35 %% 3] AS tenant
      FROM (
        SELECT n, now() - interval '6 days' + n * (interval '6 days' / %1$d) AS created
        FROM generate_series(1, %1$d) n) numbered;
      INSERT INTO taskforge_job (
        id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)
      SELECT id, created, created, 0, queue, type, tenant, 'AT_LEAST_ONCE',
        '{"order": ' || n || ', "to": "customer@example.com"}'
      FROM many;
      INSERT INTO taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type, tenant)
      SELECT id, now() + interval '1 day', 0, 0, 0, 0, 0, queue, type, tenant
      FROM many WHERE kind BETWEEN 3 AND 5;
      INSERT INTO taskforge_finished (
        job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state, queue,
        type, tenant, started_at, duration_us, worker)
      SELECT id, created, created, 1, 0, 0, 0, 'SUCCEEDED', queue, type, tenant, created, 1000, 'w'
      FROM many WHERE kind > 5;
      INSERT INTO taskforge_finished (
        job_id, finished_at, run_at, moved_at, attempt, failures, lost_leases, interruptions, state,
        queue, type, tenant, error_type, failure_kind, message, dlq_reason, moved_from_queue)
      SELECT id, created, created, CASE kind WHEN 0 THEN created END, 1, 1, 0, 0,
        CASE kind WHEN 0 THEN 'DEAD' ELSE 'FAILED' END, queue, type, tenant, 'timeout', 'TRANSIENT',
        'no answer', CASE kind WHEN 0 THEN 'retries exhausted' END, CASE kind WHEN 0 THEN queue END
      FROM many WHERE kind < 3;
      INSERT INTO taskforge_attempt (
        job_id, scheduled_at, started_at, finished_at, duration_us, attempt, retry, failures,
        lost_leases, interruptions, status, worker, queue, type, tenant, failure_kind, error_type,
        message, fingerprint, worker_version)
      SELECT id, created, created, created, 1000, 1, 0, 1, 0, 0, 'FAILED', 'w', queue, type, tenant,
        'TRANSIENT', 'timeout', 'no answer', lpad(to_hex(n / 100 %% 20), 16, '0'), '1.' || n %% 3
      FROM many WHERE kind < 3;
      INSERT INTO taskforge_statistics (
        hour, queue, tenant, type, category, count, run_us, delay_us)
      SELECT hour, queue, tenant, type, %2$d, 1000, 1e6, 0
      FROM generate_series(
        (extract(epoch FROM now()) / 3600)::bigint - 144,
        (extract(epoch FROM now()) / 3600)::bigint - 1) hour
      CROSS JOIN (
        SELECT DISTINCT queue, tenant, type FROM many
        UNION SELECT DISTINCT '', tenant, '' FROM many
        UNION SELECT '', '', '') place;
      ANALYZE;
      """;

  private ManyJobs() {}

  static void fill(Connection connection, int jobs) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(FILL.formatted(jobs, SUCCESS));
    }
  }
}
