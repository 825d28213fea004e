package io.taskforge.jdbc.postgres;

/** The statements of {@link ListJobs}. */
final class ListJobsSql {
  private ListJobsSql() {}

  // Waiting, running and finished jobs, in this order, each with its own LIMIT, so that each branch
  // reads its index from the end and stops. Each branch repeats the criteria: a single WHERE around
  // the three would read all jobs before it sorts them. The statement is planned for its arguments,
  // so null criteria and branches that the state excludes cost nothing.
  //
  // The last error is the error of the latest attempt that has an error or ended the job.
  //
  // The database ends the page at :max_bytes, because the driver reads the whole result into the
  // heap. It computes the lengths of texts without reading them.
  static final String LIST =
      """
      WITH alike AS MATERIALIZED (
        SELECT array_agg(a.job_id) AS job_ids
        FROM ${prefix}attempt a
        WHERE a.fingerprint = :fingerprint::text
          AND NOT EXISTS (
            SELECT FROM ${prefix}attempt b
            WHERE b.job_id = a.job_id AND b.attempt > a.attempt AND b.fingerprint IS NOT NULL))
      SELECT page.*
      FROM (
        SELECT
          item.*,
          count(*) OVER () AS found,
          sum(
            octet_length(payload) + coalesce(octet_length(result), 0)
            + coalesce(octet_length(retry_policy), 0) + coalesce(octet_length(message), 0)) OVER (
            ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
        FROM (
          (SELECT
            j.id, r.queue, j.type, j.tenant,
            CASE WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING' ELSE 'QUEUED' END AS state,
            j.priority, r.attempt, r.unstarted, r.earlier, r.failures, r.lost_leases, r.interruptions,
            j.guarantee, CASE WHEN :payloads THEN j.payload ELSE 'null' END AS payload,
            NULL AS result, j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
            array_to_string(j.tags, ' ') AS tags, j.retry_policy, j.timeout_us, j.deadline, j.created_at,
            r.run_at, NULL::timestamptz AS finished_at, e.error_type, e.failure_kind, e.message,
            NULL AS dlq_reason, NULL AS moved_from_queue, NULL::timestamptz AS moved_at,
            NULL AS worker, NULL::bigint AS token, NULL::timestamptz AS claimed_at,
            NULL::timestamptz AS expires_at
          FROM ${prefix}ready r
          JOIN ${prefix}job j ON j.id = r.job_id
          LEFT JOIN LATERAL (
            SELECT a.error_type, a.failure_kind, a.message FROM ${prefix}attempt a
            WHERE a.job_id = r.job_id AND r.attempt > 0
              AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
            ORDER BY a.attempt DESC LIMIT 1) e ON true
          WHERE (:state::text IS NULL
              OR (:state::text = 'RETRYING' AND r.failures + r.lost_leases > 0)
              OR (:state::text = 'QUEUED' AND r.failures + r.lost_leases = 0))
            AND (:before::uuid IS NULL OR r.job_id < :before::uuid)
            AND (:queue::text IS NULL OR r.queue = :queue::text)
            AND (:type::text IS NULL OR r.type = :type::text)
            AND (:tenant::text IS NULL OR r.tenant = :tenant::text)
            AND (:key::text IS NULL OR j.idempotency_key = :key::text)
            AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text])
            AND (:schedule::text IS NULL
              OR (j.tenant = :schedule_tenant::text AND j.schedule = :schedule::text
                AND (:before::uuid IS NULL OR j.id < :before::uuid)))
            AND (:error_type::text IS NULL OR lower(e.error_type) = lower(:error_type::text))
            AND (:failure_kind::text IS NULL OR e.failure_kind = :failure_kind::text)
            AND (:created_from::timestamptz IS NULL
              OR j.created_at >= :created_from::timestamptz)
            AND (:created_before::timestamptz IS NULL
              OR j.created_at < :created_before::timestamptz)
            AND :moved_from::text IS NULL
            AND :finished_from::timestamptz IS NULL
            AND :finished_before::timestamptz IS NULL
            AND (:fingerprint::text IS NULL
              OR r.job_id = ANY ((SELECT job_ids FROM alike)::uuid[]))
          ORDER BY r.job_id DESC
          LIMIT :most)
          UNION ALL
          (SELECT
            j.id, p.queue, j.type, j.tenant, 'RUNNING', j.priority, p.attempt, p.unstarted, p.earlier,
            p.failures, p.lost_leases, p.interruptions, j.guarantee,
            CASE WHEN :payloads THEN j.payload ELSE 'null' END, NULL, j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
            array_to_string(j.tags, ' '), j.retry_policy, j.timeout_us, j.deadline, j.created_at, p.run_at, NULL, e.error_type,
            e.failure_kind, e.message, NULL, NULL, NULL, l.worker, l.token, l.claimed_at, l.expires_at
          FROM ${prefix}lease l
          CROSS JOIN LATERAL unnest(
            l.job_ids, l.queues, l.run_ats, l.attempts, l.unstarted, l.earlier, l.failures,
            l.lost_leases, l.interruptions)
            WITH ORDINALITY AS p(
              job_id, queue, run_at, attempt, unstarted, earlier, failures, lost_leases,
              interruptions, place)
          JOIN ${prefix}job j ON j.id = p.job_id
          LEFT JOIN LATERAL (
            SELECT a.error_type, a.failure_kind, a.message FROM ${prefix}attempt a
            WHERE a.job_id = p.job_id AND p.attempt > 1
              AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
            ORDER BY a.attempt DESC LIMIT 1) e ON true
          WHERE (:state::text IS NULL OR :state::text = 'RUNNING')
            AND get_bit(l.open_positions, (p.place - 1)::integer) = 1
            AND (:before::uuid IS NULL OR p.job_id < :before::uuid)
            AND (:queue::text IS NULL OR p.queue = :queue::text)
            AND (:type::text IS NULL OR j.type = :type::text)
            AND (:tenant::text IS NULL OR j.tenant = :tenant::text)
            AND (:key::text IS NULL OR j.idempotency_key = :key::text)
            AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text])
            AND (:schedule::text IS NULL
              OR (j.tenant = :schedule_tenant::text AND j.schedule = :schedule::text
                AND (:before::uuid IS NULL OR j.id < :before::uuid)))
            AND (:error_type::text IS NULL OR lower(e.error_type) = lower(:error_type::text))
            AND (:failure_kind::text IS NULL OR e.failure_kind = :failure_kind::text)
            AND (:created_from::timestamptz IS NULL
              OR j.created_at >= :created_from::timestamptz)
            AND (:created_before::timestamptz IS NULL
              OR j.created_at < :created_before::timestamptz)
            AND :moved_from::text IS NULL
            AND :finished_from::timestamptz IS NULL
            AND :finished_before::timestamptz IS NULL
            AND (:fingerprint::text IS NULL
              OR p.job_id = ANY ((SELECT job_ids FROM alike)::uuid[]))
          ORDER BY p.job_id DESC
          LIMIT :most)
          UNION ALL
          (SELECT
            j.id, f.queue, j.type, j.tenant, f.state, j.priority, f.attempt, f.unstarted, f.earlier,
            f.failures, f.lost_leases, f.interruptions, j.guarantee,
            CASE WHEN :payloads THEN j.payload ELSE 'null' END,
            CASE WHEN :payloads THEN f.result END, j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
            array_to_string(j.tags, ' '), j.retry_policy,
            j.timeout_us, j.deadline, j.created_at, f.run_at, f.finished_at, f.error_type,
            f.failure_kind, f.message, f.dlq_reason, f.moved_from_queue, f.moved_at, NULL, NULL, NULL,
            NULL
          FROM ${prefix}finished f
          JOIN ${prefix}job j ON j.id = f.job_id
          WHERE (:state::text IS NULL OR f.state = :state::text)
            AND (:before::uuid IS NULL OR f.job_id < :before::uuid)
            AND (:queue::text IS NULL OR f.queue = :queue::text)
            AND (:type::text IS NULL OR f.type = :type::text)
            AND (:tenant::text IS NULL OR f.tenant = :tenant::text)
            AND (:key::text IS NULL OR j.idempotency_key = :key::text)
            AND (:tag::text IS NULL OR j.tags @> ARRAY[:tag::text])
            AND (:schedule::text IS NULL
              OR (j.tenant = :schedule_tenant::text AND j.schedule = :schedule::text
                AND (:before::uuid IS NULL OR j.id < :before::uuid)))
            AND (:error_type::text IS NULL OR lower(f.error_type) = lower(:error_type::text))
            AND (:failure_kind::text IS NULL OR f.failure_kind = :failure_kind::text)
            AND (:created_from::timestamptz IS NULL
              OR j.created_at >= :created_from::timestamptz)
            AND (:created_before::timestamptz IS NULL
              OR j.created_at < :created_before::timestamptz)
            AND (:moved_from::text IS NULL OR f.moved_from_queue = :moved_from::text)
            AND (:finished_from::timestamptz IS NULL
              OR f.finished_at >= :finished_from::timestamptz)
            AND (:finished_before::timestamptz IS NULL
              OR f.finished_at < :finished_before::timestamptz)
            AND (:fingerprint::text IS NULL
              OR f.job_id = ANY ((SELECT job_ids FROM alike)::uuid[]))
          ORDER BY f.job_id DESC
          LIMIT :most)
          ORDER BY id DESC
          LIMIT :limit OFFSET :offset) item) page
      WHERE bytes_before IS NULL OR bytes_before < :max_bytes
      ORDER BY id DESC
      """;

  // A statement of its own, whose plan is kept: planning the list takes milliseconds, more with
  // each
  // partition. Leases are searched only for a job that neither waits nor has finished.
  static final String FIND =
      """
      SELECT
        j.id, COALESCE(r.queue, p.queue, f.queue) AS queue, j.type, j.tenant,
        CASE
          WHEN f.job_id IS NOT NULL THEN f.state
          WHEN p.job_id IS NOT NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED' END AS state,
        j.priority,
        COALESCE(r.attempt, p.attempt, f.attempt) AS attempt,
        COALESCE(r.unstarted, p.unstarted, f.unstarted) AS unstarted,
        COALESCE(r.earlier, p.earlier, f.earlier) AS earlier,
        COALESCE(r.failures, p.failures, f.failures) AS failures,
        COALESCE(r.lost_leases, p.lost_leases, f.lost_leases) AS lost_leases,
        COALESCE(r.interruptions, p.interruptions, f.interruptions) AS interruptions,
        j.guarantee,
        CASE WHEN :payloads THEN j.payload ELSE 'null' END AS payload,
        CASE WHEN :payloads THEN f.result END AS result,
        j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
        array_to_string(j.tags, ' ') AS tags, j.retry_policy, j.timeout_us, j.deadline,
        j.created_at,
        COALESCE(r.run_at, p.run_at, f.run_at) AS run_at, f.finished_at,
        COALESCE(f.error_type, e.error_type) AS error_type,
        COALESCE(f.failure_kind, e.failure_kind) AS failure_kind,
        COALESCE(f.message, e.message) AS message,
        f.dlq_reason, f.moved_from_queue, f.moved_at, p.worker, p.token, p.claimed_at, p.expires_at
      FROM ${prefix}job j
      LEFT JOIN ${prefix}ready r ON r.job_id = j.id
      LEFT JOIN ${prefix}finished f ON f.job_id = j.id
      LEFT JOIN LATERAL (
        SELECT u.*, l.worker, l.token, l.claimed_at, l.expires_at
        FROM ${prefix}lease l
        CROSS JOIN LATERAL unnest(
          l.job_ids, l.queues, l.run_ats, l.attempts, l.unstarted, l.earlier, l.failures,
          l.lost_leases, l.interruptions)
          WITH ORDINALITY AS u(
            job_id, queue, run_at, attempt, unstarted, earlier, failures, lost_leases,
            interruptions, place)
        WHERE r.job_id IS NULL
          AND f.job_id IS NULL
          AND l.job_ids @> ARRAY[j.id]
          AND u.job_id = j.id
          AND get_bit(l.open_positions, (u.place - 1)::integer) = 1) p ON true
      LEFT JOIN LATERAL (
        SELECT a.error_type, a.failure_kind, a.message FROM ${prefix}attempt a
        WHERE f.job_id IS NULL
          AND a.job_id = j.id
          AND (r.attempt > 0 OR p.attempt > 1)
          AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
        ORDER BY a.attempt DESC LIMIT 1) e ON true
      WHERE j.id = ANY (:ids::uuid[])
        AND COALESCE(r.job_id, p.job_id, f.job_id) IS NOT NULL
      """;

  // Counts without reading what a page shows: a job's row is read only if a criterion needs it,
  // because PostgreSQL removes an unused LEFT JOIN. State and tenant are tested inside the
  // branches, where they exclude a branch or select its index. Criteria with an index of their own
  // select ids first: a join with all three branches would read them whole.
  static final String COUNT =
      """
      SELECT count(*) FROM (SELECT
      FROM (
        SELECT
          r.job_id, r.queue, r.type, NULL::text AS moved_from_queue, NULL::timestamptz AS finished_at,
          NULL::text AS error_type, NULL::text AS failure_kind
        FROM ${prefix}ready r
        WHERE (:state::text IS NULL
            OR (:state::text = 'RETRYING' AND r.failures + r.lost_leases > 0)
            OR (:state::text = 'QUEUED' AND r.failures + r.lost_leases = 0))
          AND (:tenant::text IS NULL OR r.tenant = :tenant::text)
        UNION ALL
        SELECT p.job_id, p.queue, k.type, NULL, NULL, NULL, NULL
        FROM ${prefix}lease l
        CROSS JOIN LATERAL unnest(l.job_ids, l.queues) WITH ORDINALITY AS p(job_id, queue, place)
        JOIN ${prefix}job k ON k.id = p.job_id
        WHERE (:state::text IS NULL OR :state::text = 'RUNNING')
          AND (:tenant::text IS NULL OR k.tenant = :tenant::text)
          AND get_bit(l.open_positions, (p.place - 1)::integer) = 1
        UNION ALL
        SELECT f.job_id, f.queue, f.type, f.moved_from_queue, f.finished_at, f.error_type,
          f.failure_kind
        FROM ${prefix}finished f
        WHERE (:state::text IS NULL OR f.state = :state::text)
          AND (:tenant::text IS NULL OR f.tenant = :tenant::text)) i
      LEFT JOIN ${prefix}job j ON j.id = i.job_id
      WHERE (:before::uuid IS NULL OR i.job_id < :before::uuid)
        AND (:queue::text IS NULL OR i.queue = :queue::text)
        AND (:type::text IS NULL OR i.type = :type::text)
        AND (:created_from::timestamptz IS NULL OR j.created_at >= :created_from::timestamptz)
        AND (:created_before::timestamptz IS NULL OR j.created_at < :created_before::timestamptz)
        AND (:tag::text IS NULL OR i.job_id = ANY (ARRAY(
          SELECT k.id FROM ${prefix}job k WHERE k.tags @> ARRAY[:tag::text])))
        AND (:moved_from::text IS NULL OR i.moved_from_queue = :moved_from::text)
        AND (:finished_from::timestamptz IS NULL OR i.finished_at >= :finished_from::timestamptz)
        AND (:finished_before::timestamptz IS NULL OR i.finished_at < :finished_before::timestamptz)
        AND (:key::text IS NULL OR i.job_id = ANY (ARRAY(
          SELECT k.id FROM ${prefix}job k WHERE k.idempotency_key = :key::text)))
        AND (:schedule::text IS NULL OR i.job_id = ANY (ARRAY(
          SELECT k.id FROM ${prefix}job k
          WHERE k.tenant = :schedule_tenant::text AND k.schedule = :schedule::text)))
        AND (:fingerprint::text IS NULL OR i.job_id = ANY (ARRAY(
          SELECT a.job_id FROM ${prefix}attempt a
          WHERE a.fingerprint = :fingerprint::text
            AND NOT EXISTS (
              SELECT FROM ${prefix}attempt b
              WHERE b.job_id = a.job_id AND b.attempt > a.attempt AND b.fingerprint IS NOT NULL))))
        AND (:error_type::text IS NULL OR lower(:error_type::text) = lower(
          CASE WHEN i.finished_at IS NOT NULL THEN i.error_type ELSE (
            SELECT a.error_type FROM ${prefix}attempt a
            WHERE a.job_id = i.job_id
              AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
            ORDER BY a.attempt DESC LIMIT 1) END))
        AND (:failure_kind::text IS NULL OR :failure_kind::text =
          CASE WHEN i.finished_at IS NOT NULL THEN i.failure_kind ELSE (
            SELECT a.failure_kind FROM ${prefix}attempt a
            WHERE a.job_id = i.job_id
              AND (a.error_type IS NOT NULL OR (a.worker IS NOT NULL AND a.next_run_at IS NULL))
            ORDER BY a.attempt DESC LIMIT 1) END)
      LIMIT :most) matching
      """;

  static final String BY_END_OF_ID =
      """
      SELECT id
      FROM (SELECT id FROM ${prefix}job ORDER BY id DESC LIMIT :scanned) newest
      WHERE replace(id::text, '-', '') LIKE :pattern
      ORDER BY id DESC
      LIMIT 20
      """;
}
