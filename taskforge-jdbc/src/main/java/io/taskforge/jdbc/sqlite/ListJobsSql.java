package io.taskforge.jdbc.sqlite;

/**
 * The statements of {@link ListJobs}. Parameters have the same number in each: 1 queue, 2 type, 3
 * tenant, 4 error type, 5 and 6 created from and before, 7 id before, 8 limit, 9 offset, 10 state,
 * 11 moved from, 12 and 13 finished from and before, 14 running jobs, 15 fingerprint, 16 key. Each
 * statement has those up to some number.
 */
final class ListJobsSql {
  // A job's error type is that of its latest attempt that has an error or ended the job.
  private ListJobsSql() {}

  static final String BY_ID =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(?14))
      SELECT j.seq
      FROM ${prefix}job j
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR coalesce(f.queue, r.queue, l.queue) = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?10 IS NULL OR f.state = ?10)
        AND (?11 IS NULL OR f.moved_from_queue = ?11)
        AND (?12 IS NULL OR f.finished_at >= ?12)
        AND (?13 IS NULL OR f.finished_at < ?13)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8 OFFSET ?9
      """;

  /** As {@link #BY_ID}, over the jobs of one tenant, which is not the default one. */
  static final String BY_TENANT =
      BY_ID
          .replace("job j\n", "job j INDEXED BY ${prefix}job_tenant\n")
          .replace("(?3 IS NULL OR j.tenant = ?3)", "j.tenant = ?3 AND j.tenant <> 'default'");

  /** Whether a tenant that is not the default one has more jobs than so many. */
  static final String IS_LARGE =
      """
      SELECT 1 FROM ${prefix}job INDEXED BY ${prefix}job_tenant
      WHERE tenant = ? AND tenant <> 'default' LIMIT 1 OFFSET ?
      """;

  static final String UNSUCCESSFUL =
      """
      SELECT j.seq
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}job j ON j.seq = f.job_seq
      WHERE f.state = ?10 AND f.state <> 'SUCCEEDED' AND f.job_id < ?7
        AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR f.queue = ?1)
        AND (?11 IS NULL OR f.moved_from_queue = ?11)
        AND (?12 IS NULL OR f.finished_at >= ?12)
        AND (?13 IS NULL OR f.finished_at < ?13)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?15 IS NULL OR ?15 = (
          SELECT a.fingerprint FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq AND a.fingerprint IS NOT NULL
          ORDER BY a.attempt DESC LIMIT 1))
        AND (?16 IS NULL OR j.idempotency_key = ?16)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY f.job_id DESC LIMIT ?8 OFFSET ?9
      """;

  static final String WAITING =
      """
      SELECT j.seq
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE iif(r.failures + r.lost_leases > 0, 'RETRYING', 'QUEUED') = ?10
        AND j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR r.queue = ?1)
        AND (?2 IS NULL OR r.type = ?2)
        AND (?3 IS NULL OR r.tenant = ?3)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8 OFFSET ?9
      """;

  // The key of ready goes by queue and priority first: each lane is asked for the tenant's jobs,
  // and
  // the others' are passed by.
  static final String WAITING_OF_TENANT =
      """
      WITH RECURSIVE named (queue) AS (
        SELECT min(queue) FROM ${prefix}ready
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
        FROM lane WHERE lane.priority IS NOT NULL)
      """
          + WAITING
              .replace(
                  "FROM ${prefix}ready r ",
                  "FROM lane CROSS JOIN ${prefix}ready r ON r.queue = lane.queue"
                      + " AND r.priority = lane.priority AND r.tenant = ?3 ")
              .replace("AND (?3 IS NULL OR r.tenant = ?3)", "AND lane.priority IS NOT NULL");

  static final String RUNNING =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(?14))
      SELECT j.seq
      FROM running l CROSS JOIN ${prefix}job j ON j.seq = l.job_seq
      WHERE j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR l.queue = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8 OFFSET ?9
      """;

  static final String BY_KEY =
      """
      SELECT j.seq
      FROM ${prefix}job j
      WHERE j.idempotency_key = ?16
        AND j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
      ORDER BY j.id DESC
      """;

  // The failed CTE is the few jobs whose latest failure it is, in whatever state they are.
  static final String BY_FINGERPRINT =
      """
      WITH running (job_seq, queue) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1 FROM json_each(?14)),
      failed (job_seq) AS MATERIALIZED (
        SELECT a.job_seq FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
        WHERE a.fingerprint = ?15
          AND NOT EXISTS (
            SELECT 1 FROM ${prefix}attempt b
            WHERE b.job_seq = a.job_seq AND b.attempt > a.attempt AND b.fingerprint IS NOT NULL))
      SELECT j.seq
      FROM failed
      CROSS JOIN ${prefix}job j ON j.seq = failed.job_seq
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      WHERE j.id < ?7 AND j.created_at >= ?5 AND j.created_at < ?6
        AND (?1 IS NULL OR coalesce(f.queue, r.queue, l.queue) = ?1)
        AND (?2 IS NULL OR j.type = ?2)
        AND (?3 IS NULL OR j.tenant = ?3)
        AND (?10 IS NULL OR ?10 = CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN r.job_seq IS NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED' END)
        AND (?11 IS NULL OR f.moved_from_queue = ?11)
        AND (?12 IS NULL OR f.finished_at >= ?12)
        AND (?13 IS NULL OR f.finished_at < ?13)
        AND (?16 IS NULL OR j.idempotency_key = ?16)
        AND (?4 IS NULL OR ?4 = (
          SELECT a.error_type COLLATE NOCASE FROM ${prefix}attempt a
          WHERE a.job_seq = j.seq
            AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
          ORDER BY a.attempt DESC LIMIT 1) COLLATE NOCASE)
      ORDER BY j.id DESC LIMIT ?8 OFFSET ?9
      """;
}
