package io.taskforge.jdbc.postgres;

/** The SQL of {@link ClaimJobs}. */
final class ClaimSql {
  private ClaimSql() {}

  /** Claims from all tenants, round-robin. */
  static String claim(DueJobsSql due) {
    return whole(CLAIM, due);
  }

  /**
   * Claims the jobs of a single tenant, continuing from at most one cursor per priority of a queue.
   * Without other tenants to share with, this claims the same jobs as {@link #claim} and takes half
   * the planning time.
   */
  static String claimOfOne(DueJobsSql due) {
    return whole(CLAIM_OF_ONE, due);
  }

  private static String whole(String text, DueJobsSql due) {
    return due.in(text.replace("${leased}", LEASED.strip()).replace("${payload}", PAYLOAD.strip()))
        .replace("${now}", "COALESCE(:now::timestamptz, statement_timestamp())");
  }

  // A lane is the waiting jobs of one queue, priority and tenant: one index range per job type,
  // ordered by time. DueJobsSql reads it. Lanes are either searched for from the start of the index
  // (:whole) or known from earlier claims, with a cursor where the last claim ended: see
  // ClaimCursors. A cursor within the last 200 milliseconds is moved back, because transactions can
  // commit out of order.
  //
  // level and lane are loose index scans: level visits the distinct priorities of a queue, and lane
  // visits the tenants of each priority once, in round-robin order from the tenant after the one
  // served last. Each step costs one index probe, and one more per wanted type for the lane's first
  // run_at. Index ranges are bounded by type and run_at, so jobs of other types and jobs that are
  // not due are never read. The number of steps is limited: the more priorities or types, the fewer
  // tenants of each priority are visited.
  //
  // In the first round, each lane of a priority contributes an equal share of the claim's limit.
  // Rows are locked one by one as the outer LIMIT requests them, so only returned rows are locked.
  // If some lanes had fewer jobs than their share, the second round divides the rest, rounded up,
  // among the lanes that may have more, in the highest priority that has such lanes. Jobs of a
  // lower priority are claimed only when those lanes are exhausted too, even if the first round has
  // locked them. With one tenant there is no second round.
  //
  // Rows are deleted by an array of ctids, because a join could be planned as a scan of the whole
  // table. A row that was updated after the statement began has a new ctid: it is not deleted, and
  // a later claim takes it.
  private static final String CLAIM =
      """
      WITH RECURSIVE wanted AS MATERIALIZED (
        SELECT given.queue, LEAST(given.most, :limit::integer) AS most, given.place
        FROM unnest(:queues::text[], :limits::integer[])
          WITH ORDINALITY AS given(queue, most, place)
        WHERE NOT EXISTS (
          SELECT FROM ${prefix}queue q WHERE q.name = given.queue AND q.paused)
        ORDER BY given.place),
      level AS (
        SELECT w.queue, (
          SELECT r.priority FROM ${prefix}ready r
          WHERE r.queue = w.queue
          ORDER BY r.priority DESC LIMIT 1) AS priority
        FROM wanted w
        WHERE :whole
        UNION ALL
        SELECT l.queue, (
          SELECT r.priority FROM ${prefix}ready r
          WHERE r.queue = l.queue AND r.priority < l.priority
          ORDER BY r.priority DESC LIMIT 1)
        FROM level l
        WHERE l.priority IS NOT NULL),
      circle AS MATERIALIZED (
        SELECT
          l.queue,
          l.priority,
          COALESCE(t.tenant, '') COLLATE "C" AS turn,
          GREATEST(:fewest_lanes::integer, :most_lanes::integer / count(*) OVER ()) AS most
        FROM level l
        LEFT JOIN unnest(
          :turn_queues::text[], :turn_priorities::integer[], :turn_tenants::text[])
          AS t(queue, priority, tenant)
          ON t.queue = l.queue AND t.priority = l.priority
        WHERE l.priority IS NOT NULL),
      lane AS (
        SELECT
          c.queue, c.priority, c.turn, c.most, c.turn AS tenant, false AS wrapped,
          NULL::timestamptz AS run_at, 0 AS looked, 0 AS due
        FROM circle c
        WHERE :everybody
        UNION ALL
        SELECT
          l.queue, l.priority, l.turn, l.most, next.tenant, next.wrapped, first.run_at,
          l.looked + 1,
          l.due + CASE WHEN first.run_at <= ${now} THEN 1 ELSE 0 END
        FROM lane l
        CROSS JOIN LATERAL (
          (SELECT r.tenant, false AS wrapped FROM ${prefix}ready r
            WHERE r.queue = l.queue
              AND r.priority = l.priority
              AND r.tenant > l.tenant
              AND NOT l.wrapped
            ORDER BY r.tenant LIMIT 1)
          UNION ALL
          (SELECT r.tenant, true FROM ${prefix}ready r
            WHERE r.queue = l.queue
              AND r.priority = l.priority
              AND r.tenant > CASE WHEN l.wrapped THEN l.tenant ELSE '' END
              AND r.tenant <= l.turn
            ORDER BY r.tenant LIMIT 1)
          LIMIT 1) next
        CROSS JOIN LATERAL (
          SELECT min(of_type.run_at) AS run_at
          FROM unnest(:types::text[]) AS t(type)
          CROSS JOIN LATERAL (
            SELECT r.run_at FROM ${prefix}ready r
            WHERE r.queue = l.queue
              AND r.priority = l.priority
              AND r.tenant = next.tenant
              AND r.type = t.type
              AND r.run_at <= ${now}
            ORDER BY r.run_at LIMIT 1) of_type) first
        WHERE l.looked < l.most AND l.due < :most_due::integer),
      found AS (
        SELECT queue, priority, tenant, run_at, NULL::uuid AS job_id, looked::bigint AS turn
        FROM lane
        WHERE run_at <= ${now}
        UNION ALL
        SELECT
          c.queue, c.priority, g.tenant, first.run_at, NULL,
          row_number() OVER (ORDER BY g.tenant COLLATE "C" <= c.turn, g.tenant COLLATE "C")
        FROM circle c
        CROSS JOIN unnest(:tenants::text[]) AS g(tenant)
        CROSS JOIN LATERAL (
          SELECT min(of_type.run_at) AS run_at
          FROM unnest(:types::text[]) AS t(type)
          CROSS JOIN LATERAL (
            SELECT r.run_at FROM ${prefix}ready r
            WHERE r.queue = c.queue
              AND r.priority = c.priority
              AND r.tenant = g.tenant
              AND r.type = t.type
              AND r.run_at <= ${now}
            ORDER BY r.run_at LIMIT 1) of_type) first
        WHERE first.run_at <= ${now}
        UNION ALL
        SELECT
          k.queue,
          k.priority::smallint,
          k.tenant,
          LEAST(e.run_at, ${now} - interval '200 milliseconds'),
          CASE WHEN e.run_at <= ${now} - interval '200 milliseconds' THEN k.job_id END,
          k.turn
        FROM unnest(
          :known_queues::text[], :known_priorities::integer[], :known_tenants::text[],
          :known_run_ats::bigint[], :known_jobs::uuid[])
          WITH ORDINALITY AS k(queue, priority, tenant, run_us, job_id, turn)
        CROSS JOIN LATERAL (
          SELECT 'epoch'::timestamptz + k.run_us * interval '1 microsecond' AS run_at) e),
      start AS MATERIALIZED (
        SELECT
          f.queue,
          f.priority,
          f.tenant,
          f.turn,
          f.run_at,
          COALESCE(f.job_id, '00000000-0000-0000-0000-000000000000') AS job_id,
          LEAST(m.most, :per_tenant::integer) AS room,
          count(*) OVER (PARTITION BY f.queue, f.priority) AS lanes,
          row_number() OVER (PARTITION BY f.queue, f.priority ORDER BY f.turn) AS rank
        FROM found f
        LEFT JOIN unnest(:limited_tenants::text[], :tenant_limits::integer[]) AS m(tenant, most)
          ON m.tenant = f.tenant
        WHERE LEAST(m.most, :per_tenant::integer) > 0),
      first_round AS MATERIALIZED (
        SELECT w.place, w.queue, w.most, one.*
        FROM wanted w
        CROSS JOIN LATERAL (
          SELECT p.priority, p.tenant, p.turn, p.room, p.share, due.run_at, due.job_id, due.row_id
          FROM (
            SELECT
              s.*,
              LEAST(
                GREATEST(
                  1,
                  w.most / s.lanes + CASE WHEN s.rank <= w.most % s.lanes THEN 1 ELSE 0 END),
                s.room) AS share
            FROM start s
            WHERE s.queue = w.queue
            ORDER BY s.priority DESC, s.turn) p
          CROSS JOIN LATERAL (
            ${due of p up to p.share}) due
          LIMIT w.most) one
        LIMIT :limit),
      more AS MATERIALIZED (
        SELECT
          place, queue, most, priority, tenant, turn, room, share, max(run_at) AS run_at,
          (array_agg(job_id ORDER BY run_at DESC, job_id DESC))[1] AS job_id,
          count(*) OVER (PARTITION BY place, priority) AS lanes
        FROM first_round
        WHERE share < LEAST(most, room)
        GROUP BY place, queue, most, priority, tenant, turn, room, share
        HAVING count(*) = share),
      again AS MATERIALIZED (
        SELECT
          m.*,
          left_over.places,
          LEAST((left_over.places + m.lanes - 1) / m.lanes, m.room - m.share) AS second_share
        FROM more m
        CROSS JOIN LATERAL (
          SELECT
            LEAST(
              m.most - count(*) FILTER (WHERE f.place = m.place), :limit - count(*)) AS places
          FROM first_round f
          WHERE f.place < m.place
            OR (f.place = m.place AND f.priority >= m.priority)) left_over
        WHERE left_over.places > 0
          AND m.priority = (SELECT max(o.priority) FROM more o WHERE o.place = m.place)),
      second_round AS MATERIALIZED (
        SELECT a.place, a.most, a.priority, a.tenant, a.turn, a.room, a.second_share, due.run_at, due.job_id,
          due.row_id
        FROM again a
        CROSS JOIN LATERAL (
          ${due of a up to a.second_share}) due),
      unfinished AS MATERIALIZED (
        SELECT place, max(priority) AS priority
        FROM (
          SELECT place, priority FROM second_round
          GROUP BY place, priority, tenant, second_share
          HAVING count(*) = second_share) lanes
        GROUP BY place),
      picked AS MATERIALIZED (
        SELECT b.row_id
        FROM (
          SELECT
            r.*,
            row_number() OVER (
              PARTITION BY r.place
              ORDER BY r.priority DESC, r.round, r.turn, r.run_at, r.job_id) AS of_queue,
            row_number() OVER (
              PARTITION BY r.tenant
              ORDER BY r.place, r.priority DESC, r.run_at, r.job_id) AS of_tenant
          FROM (
            SELECT 1 AS round, place, most, priority, tenant, turn, room, run_at, job_id, row_id
            FROM first_round
            UNION ALL
            SELECT 2, place, most, priority, tenant, turn, room, run_at, job_id, row_id
            FROM second_round) r) b
        LEFT JOIN unfinished u ON u.place = b.place
        WHERE b.of_queue <= b.most
          AND b.of_tenant <= b.room
          AND (u.priority IS NULL OR b.priority >= u.priority)
        ORDER BY b.place, b.of_queue
        LIMIT :limit),
      ${leased},
      claimed AS (
        SELECT
          l.token, n.position, j.id, n.queue, j.type, j.tenant, ${payload}, j.priority,
          j.guarantee, j.retry_policy, j.timeout_us, j.deadline, j.idempotency_key, j.schedule,
          n.attempt + 1 AS attempt, n.unstarted, n.earlier, n.failures, n.lost_leases,
          n.interruptions, n.run_at, l.claimed_at, n.first_started_at, n.previous_delay_us, NULL AS lost_by,
          false AS cancel_requested
        FROM numbered n
        CROSS JOIN leased l
        JOIN ${prefix}job j ON j.id = n.job_id),
      cut AS (
        SELECT
          array_agg(queue) AS cut_queues,
          array_agg(priority::integer) AS cut_priorities,
          array_agg(tenant) AS cut_tenants
        FROM lane
        WHERE looked = most OR due = :most_due::integer)
      SELECT cut.*, claimed.*
      FROM cut
      LEFT JOIN claimed ON true
      ORDER BY claimed.position
      """;

  private static final String CLAIM_OF_ONE =
      """
      WITH wanted AS MATERIALIZED (
        SELECT given.queue, given.most
        FROM unnest(:queues::text[], :limits::integer[])
          WITH ORDINALITY AS given(queue, most, place)
        WHERE NOT EXISTS (
          SELECT FROM ${prefix}queue q WHERE q.name = given.queue AND q.paused)
        ORDER BY given.place),
      start AS MATERIALIZED (
        SELECT
          k.queue,
          k.priority::smallint AS priority,
          k.tenant,
          LEAST(e.run_at, ${now} - interval '200 milliseconds') AS run_at,
          CASE
            WHEN e.run_at <= ${now} - interval '200 milliseconds' THEN k.job_id
            ELSE '00000000-0000-0000-0000-000000000000' END AS job_id
        FROM unnest(
          :known_queues::text[], :known_priorities::integer[], :known_tenants::text[],
          :known_run_ats::bigint[], :known_jobs::uuid[])
          AS k(queue, priority, tenant, run_us, job_id)
        CROSS JOIN LATERAL (
          SELECT 'epoch'::timestamptz + k.run_us * interval '1 microsecond' AS run_at) e),
      picked AS MATERIALIZED (
        SELECT one.row_id
        FROM wanted w
        CROSS JOIN LATERAL (
          SELECT due.row_id
          FROM (SELECT s.* FROM start s WHERE s.queue = w.queue ORDER BY s.priority DESC) p
          CROSS JOIN LATERAL (
            ${due of p up to w.most}) due
          LIMIT w.most) one
        LIMIT :limit),
      ${leased}
      SELECT
        NULL::text[] AS cut_queues,
        l.token, n.position, j.id, n.queue, j.type, j.tenant, ${payload}, j.priority, j.guarantee,
        j.retry_policy, j.timeout_us, j.deadline, j.idempotency_key, j.schedule, n.attempt + 1 AS attempt,
        n.unstarted, n.earlier, n.failures, n.lost_leases, n.interruptions, n.run_at, l.claimed_at, n.first_started_at,
        n.previous_delay_us, NULL AS lost_by, false AS cancel_requested
      FROM numbered n
      CROSS JOIN leased l
      JOIN ${prefix}job j ON j.id = n.job_id
      ORDER BY n.position
      """;

  // Null for jobs beyond the claim's limit of bytes: see ClaimJobs. The driver would read all
  // payloads into the heap.
  private static final String PAYLOAD =
      """
      CASE
        WHEN COALESCE(
          sum(octet_length(j.payload)) OVER (
            ORDER BY n.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
          0) < :max_bytes THEN j.payload END AS payload""";

  // Deletes the picked jobs from ready and inserts a lease for them.
  private static final String LEASED =
      """
      taken AS (
        DELETE FROM ${prefix}ready WHERE ctid = ANY (ARRAY(SELECT row_id FROM picked))
        RETURNING *, array_position(:queues::text[], queue) AS place),
      numbered AS MATERIALIZED (
        SELECT
          t.*,
          row_number() OVER (
            ORDER BY t.place, t.priority DESC, t.run_at, t.job_id) - 1 AS position
        FROM taken t),
      leased AS (
        INSERT INTO ${prefix}lease (
          claimed_at, expires_at, worker, open_positions, job_ids, queues, run_ats,
          first_started_ats, previous_delays_us, attempts, unstarted, earlier, failures,
          lost_leases, interruptions)
        SELECT
          ${now},
          ${now} + :lease_us::bigint * interval '1 microsecond',
          :worker,
          repeat('1', count(*)::integer)::bit varying,
          array_agg(job_id),
          array_agg(queue),
          array_agg(run_at),
          array_agg(first_started_at),
          array_agg(previous_delay_us),
          array_agg(attempt + 1),
          array_agg(unstarted),
          array_agg(earlier),
          array_agg(failures),
          array_agg(lost_leases),
          array_agg(interruptions)
        FROM (SELECT * FROM numbered ORDER BY position) inorder
        HAVING count(*) > 0
        RETURNING token, claimed_at)""";
}
