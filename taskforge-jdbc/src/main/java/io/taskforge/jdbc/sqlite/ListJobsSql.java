package io.taskforge.jdbc.sqlite;

/**
 * The statements of {@link ListJobs}. Each starts from a different index, which SQLite's planner
 * would not choose, so they cannot be one statement. All of them return the rows of jobs, newest id
 * first. A job's error type and failure kind are those of its latest attempt that has an error or
 * ended the job.
 */
final class ListJobsSql {
  private ListJobsSql() {}

  /** All jobs by id; the state is null or a final one. */
  static final String BY_ID =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(:running))
      SELECT j.seq FROM ${prefix}job j
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < :before
        AND (:queue IS NULL OR coalesce(f.queue, r.queue, l.queue) = :queue)
        AND (:state IS NULL OR f.state = :state)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:tenant IS NULL OR j.tenant = :tenant)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY j.id DESC LIMIT :limit OFFSET :offset
      """;

  /** Like {@link #BY_ID}, for one tenant other than the default tenant. */
  static final String BY_TENANT =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(:running))
      SELECT j.seq FROM ${prefix}job j INDEXED BY ${prefix}job_tenant
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < :before
        AND (:queue IS NULL OR coalesce(f.queue, r.queue, l.queue) = :queue)
        AND j.tenant = :tenant AND j.tenant <> 'default'
        AND (:state IS NULL OR f.state = :state)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY j.id DESC LIMIT :limit OFFSET :offset
      """;

  /** The jobs of one schedule. */
  static final String BY_SCHEDULE =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(:running))
      SELECT j.seq FROM ${prefix}job j INDEXED BY ${prefix}job_schedule
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < :before
        AND (:queue IS NULL OR coalesce(f.queue, r.queue, l.queue) = :queue)
        AND j.tenant = :schedule_tenant AND j.schedule = :schedule
        AND (:state IS NULL OR :state = CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED' END)
        AND (:fingerprint IS NULL OR :fingerprint = (
          SELECT a.fingerprint FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq AND a.fingerprint IS NOT NULL
          ORDER BY a.attempt DESC LIMIT 1))
        AND (:key IS NULL OR j.idempotency_key = :key)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:tenant IS NULL OR j.tenant = :tenant)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY j.id DESC LIMIT :limit OFFSET :offset
      """;

  /** The jobs with one tag. */
  static final String BY_TAG =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(:running))
      SELECT j.seq FROM ${prefix}job_tag t
      CROSS JOIN ${prefix}job j ON j.seq = t.job_seq
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < :before
        AND (:queue IS NULL OR coalesce(f.queue, r.queue, l.queue) = :queue)
        AND t.tag = :tag AND t.job_id < :before
        AND (:schedule IS NULL OR (j.schedule = :schedule AND j.tenant = :schedule_tenant))
        AND (:state IS NULL OR :state = CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED' END)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:tenant IS NULL OR j.tenant = :tenant)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:fingerprint IS NULL OR :fingerprint = (
          SELECT a.fingerprint FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq AND a.fingerprint IS NOT NULL
          ORDER BY a.attempt DESC LIMIT 1))
        AND (:key IS NULL OR j.idempotency_key = :key)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY t.job_id DESC LIMIT :limit OFFSET :offset
      """;

  /** Jobs in one final state other than SUCCEEDED. */
  static final String UNSUCCESSFUL =
      """
      SELECT j.seq
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}job j ON j.seq = f.job_seq
      WHERE f.state = :state AND f.state <> 'SUCCEEDED' AND f.job_id < :before
        AND (:queue IS NULL OR f.queue = :queue)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:tenant IS NULL OR j.tenant = :tenant)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:fingerprint IS NULL OR :fingerprint = (
          SELECT a.fingerprint FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq AND a.fingerprint IS NOT NULL
          ORDER BY a.attempt DESC LIMIT 1))
        AND (:key IS NULL OR j.idempotency_key = :key)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY f.job_id DESC LIMIT :limit OFFSET :offset
      """;

  /**
   * Waiting jobs. The key of ready has the queue and the priority before the tenant, so the jobs of
   * one tenant are looked up in each queue and priority (a loose index scan).
   */
  static final String WAITING =
      """
      WITH RECURSIVE named (queue) AS (
        SELECT min(queue) FROM ${prefix}ready WHERE :tenant IS NOT NULL
        UNION ALL
        SELECT (SELECT min(r.queue) FROM ${prefix}ready r WHERE r.queue > named.queue)
        FROM named WHERE named.queue IS NOT NULL),
      lane (queue, priority) AS (
        SELECT named.queue, (
          SELECT max(r.priority) FROM ${prefix}ready r WHERE r.queue = named.queue)
        FROM named WHERE named.queue IS NOT NULL
        UNION ALL
        SELECT lane.queue, (
          SELECT max(r.priority) FROM ${prefix}ready r
          WHERE r.queue = lane.queue AND r.priority < lane.priority)
        FROM lane WHERE lane.priority IS NOT NULL),
      waiting (job_seq, queue, type, retrying) AS (
        SELECT job_seq, queue, type, failures + lost_leases > 0
        FROM ${prefix}ready WHERE :tenant IS NULL
        UNION ALL
        SELECT r.job_seq, r.queue, r.type, r.failures + r.lost_leases > 0
        FROM lane
        CROSS JOIN ${prefix}ready r
          ON r.queue = lane.queue AND r.priority = lane.priority AND r.tenant = :tenant
        WHERE lane.priority IS NOT NULL)
      SELECT j.seq
      FROM waiting w CROSS JOIN ${prefix}job j ON j.seq = w.job_seq
      WHERE iif(w.retrying, 'RETRYING', 'QUEUED') = :state
        AND j.id < :before AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:queue IS NULL OR w.queue = :queue)
        AND (:type IS NULL OR w.type = :type)
        AND :moved_from IS NULL AND :finished_from IS NULL AND :finished_before IS NULL
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY j.id DESC LIMIT :limit OFFSET :offset
      """;

  /** Few jobs: those with a fingerprint or an idempotency key, or else the running jobs. */
  static final String FEW =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(:running)),
      few (job_seq) AS MATERIALIZED (
        SELECT a.job_seq FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
        WHERE a.fingerprint = :fingerprint
          AND NOT EXISTS (
            SELECT 1 FROM ${prefix}attempt b
            WHERE b.job_seq = a.job_seq AND b.attempt > a.attempt AND b.fingerprint IS NOT NULL)
        UNION ALL
        SELECT k.seq FROM ${prefix}job k
        WHERE :fingerprint IS NULL AND k.idempotency_key = :key
        UNION ALL
        SELECT job_seq FROM running WHERE :fingerprint IS NULL AND :key IS NULL)
      SELECT j.seq
      FROM few
      CROSS JOIN ${prefix}job j ON j.seq = few.job_seq
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < :before
        AND (:queue IS NULL OR coalesce(f.queue, r.queue, l.queue) = :queue)
        AND (:state IS NULL OR :state = CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED' END)
        AND j.created_at >= :created_from AND j.created_at < :created_before
        AND (:type IS NULL OR j.type = :type)
        AND (:tenant IS NULL OR j.tenant = :tenant)
        AND (:moved_from IS NULL OR f.moved_from_queue = :moved_from)
        AND (:finished_from IS NULL OR f.finished_at >= :finished_from)
        AND (:finished_before IS NULL OR f.finished_at < :finished_before)
        AND (:key IS NULL OR j.idempotency_key = :key)
        AND (:error_type IS NULL OR :error_type = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
        AND (:failure_kind IS NULL OR :failure_kind = (
          SELECT a.failure_kind FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1))
      ORDER BY j.id DESC LIMIT :limit OFFSET :offset
      """;

  /** The newest jobs whose id ends with the pattern's digits; LIKE ignores case. */
  static final String BY_END_OF_ID =
      """
      SELECT id FROM (SELECT id FROM ${prefix}job ORDER BY id DESC LIMIT :scanned)
      WHERE hex(id) LIKE :pattern
      LIMIT 20
      """;

  /** Returns a row if a tenant other than the default tenant has more than {@code :most} jobs. */
  static final String IS_LARGE =
      """
      SELECT 1 FROM ${prefix}job INDEXED BY ${prefix}job_tenant
      WHERE tenant = :tenant AND tenant <> 'default' LIMIT 1 OFFSET :most
      """;
}
