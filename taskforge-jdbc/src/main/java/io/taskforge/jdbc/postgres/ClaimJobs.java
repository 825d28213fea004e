package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.PageBytes;
import io.taskforge.store.lane.Lane;
import io.taskforge.store.lane.LaneHead;
import io.taskforge.store.lane.LaneLook;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The two statements of a claim: look which lanes have jobs, and take jobs from lanes. */
final class ClaimJobs {
  // A loose index scan: one index probe for each lane, and one more for each priority, whatever
  // the number of jobs. It skips tenants that are not wanted, and the remaining keys of a type
  // that is not wanted or has very many. chr(1114111) is the last character, greater than any key.
  // Lanes are compared as the index orders them, by bytes (collation "C").
  static final String LOOK =
      """
      WITH RECURSIVE lane AS (
        SELECT
          a.queue COLLATE "C" AS queue, a.priority::smallint AS priority,
          a.tenant COLLATE "C" AS tenant, a.type COLLATE "C" AS type,
          a.lane_key COLLATE "C" AS lane_key, NULL::timestamptz AS run_at,
          0 AS step, 0 AS keys_of_type
        FROM unnest(
          :queues::text[], :after_priorities::integer[], :after_tenants::text[],
          :after_types::text[], :after_keys::text[])
          AS a(queue, priority, tenant, type, lane_key)
        UNION ALL
        SELECT
          l.queue, next.priority, next.tenant, next.type, next.lane_key, next.run_at, l.step + 1,
          CASE
            WHEN (next.priority, next.tenant, next.type) = (l.priority, l.tenant, l.type)
            THEN l.keys_of_type + 1 ELSE 0 END
        FROM lane l
        CROSS JOIN LATERAL (
          SELECT :everybody OR l.tenant = ANY (:tenants::text[]) AS wanted) tenant
        CROSS JOIN LATERAL (
          SELECT
            CASE
              WHEN tenant.wanted THEN l.tenant
              ELSE (SELECT min(t.name COLLATE "C") FROM unnest(:tenants::text[]) AS t(name)
                WHERE t.name COLLATE "C" > l.tenant) END AS tenant,
            CASE WHEN tenant.wanted THEN l.type ELSE '' END AS type,
            CASE
              WHEN l.type = ANY (:types::text[]) AND l.keys_of_type < :most_keys::integer
              THEN l.lane_key ELSE chr(1114111) END AS lane_key) after
        CROSS JOIN LATERAL (
          (SELECT r.priority, r.tenant, r.type, r.lane_key, r.run_at
            FROM ${prefix}ready r
            WHERE r.queue = l.queue
              AND r.priority = l.priority
              AND (r.tenant, r.type, r.lane_key) > (after.tenant, after.type, after.lane_key)
            ORDER BY r.tenant, r.type, r.lane_key, r.run_at, r.job_id
            LIMIT 1)
          UNION ALL
          (SELECT r.priority, r.tenant, r.type, r.lane_key, r.run_at
            FROM ${prefix}ready r
            WHERE r.queue = l.queue AND r.priority < l.priority
            ORDER BY r.priority DESC, r.tenant, r.type, r.lane_key, r.run_at, r.job_id
            LIMIT 1)
          LIMIT 1) next
        WHERE l.step < :most::integer)
      SELECT
        queue, priority, tenant, type, lane_key, run_at,
        COALESCE(:now::timestamptz, statement_timestamp()) AS looked_at,
        (SELECT max(d.changed_at) FROM ${prefix}document d WHERE d.kind = 'DESTINATION')
          AS destinations_changed_at
      FROM lane
      ORDER BY queue, step
      """;

  // The arrays are in subqueries so that the planner does not see their lengths: otherwise it
  // prefers a new plan for each call to one that it has kept. Rows are locked one by one as the
  // outer LIMIT requests them, so only rows that are taken are locked. They are deleted by an array
  // of ctids, because a join could be planned as a scan of the whole table. A row that was updated
  // after the statement began has a new ctid: it is not deleted, and a later claim takes it.
  // A job's row number is its place in the lease's arrays: PostgreSQL reads the rows of taken
  // twice, in the same order.
  static final String TAKE =
      """
      WITH lane AS MATERIALIZED (
        SELECT l.*
        FROM unnest(
          (SELECT :queues::text[]), (SELECT :priorities::integer[]), (SELECT :tenants::text[]),
          (SELECT :types::text[]), (SELECT :keys::text[]), (SELECT :after_us::bigint[]),
          (SELECT :after_ids::uuid[]), (SELECT :shares::integer[]))
          WITH ORDINALITY
          AS l(queue, priority, tenant, type, lane_key, after_us, after_id, share, place)
        WHERE NOT EXISTS (SELECT FROM ${prefix}queue q WHERE q.name = l.queue AND q.paused)
        ORDER BY l.place),
      due AS MATERIALIZED (
        SELECT one.row_id
        FROM lane l
        CROSS JOIN LATERAL (
          SELECT r.ctid AS row_id
          FROM ${prefix}ready r
          WHERE r.queue = l.queue
            AND r.priority = l.priority
            AND r.tenant = l.tenant
            AND r.type = l.type
            AND r.lane_key = l.lane_key
            AND r.run_at <= COALESCE(:now::timestamptz, statement_timestamp())
            AND (r.run_at, r.job_id)
              > ('epoch'::timestamptz + l.after_us * interval '1 microsecond', l.after_id)
          ORDER BY r.run_at, r.job_id
          LIMIT l.share
          FOR UPDATE SKIP LOCKED) one
        LIMIT :limit),
      taken AS (
        DELETE FROM ${prefix}ready WHERE ctid = ANY (ARRAY(SELECT row_id FROM due))
        RETURNING
          job_id, queue, run_at, first_started_at, previous_delay_us, attempt, unstarted, earlier,
          failures, lost_leases, interruptions),
      leased AS (
        INSERT INTO ${prefix}lease (
          claimed_at, expires_at, worker, open_positions, job_ids, queues, run_ats,
          first_started_ats, previous_delays_us, attempts, unstarted, earlier, failures,
          lost_leases, interruptions)
        SELECT
          COALESCE(:now::timestamptz, statement_timestamp()),
          COALESCE(:now::timestamptz, statement_timestamp())
            + :lease_us::bigint * interval '1 microsecond',
          :worker,
          repeat('1', count(*)::integer)::bit varying,
          array_agg(job_id), array_agg(queue), array_agg(run_at), array_agg(first_started_at),
          array_agg(previous_delay_us), array_agg(attempt + 1), array_agg(unstarted),
          array_agg(earlier), array_agg(failures), array_agg(lost_leases),
          array_agg(interruptions)
        FROM taken
        HAVING count(*) > 0
        RETURNING token, claimed_at)
      SELECT
        l.token, n.position, l.claimed_at, j.id, n.queue, j.type, j.tenant, j.payload, j.priority,
        j.guarantee, j.retry_policy, j.timeout_us, j.deadline, j.idempotency_key, j.schedule,
        j.lane_key, j.trace_context, n.attempt + 1 AS attempt, n.unstarted, n.earlier,
        n.failures, n.lost_leases, n.interruptions, n.run_at, n.first_started_at,
        n.previous_delay_us, NULL AS lost_by, false AS cancel_requested
      FROM (SELECT row_number() OVER () - 1 AS position, t.* FROM taken t) n
      CROSS JOIN leased l
      JOIN ${prefix}job j ON j.id = n.job_id
      """;

  // Beyond any priority, so that a look from the start begins with the highest.
  private static final int ABOVE_ALL = 32_767;
  // A tenant with very many keys must not hide the tenants after it.
  private static final int MAX_KEYS_OF_TYPE = 200;
  // How many rows the driver reads at a time if their payloads may exceed the limit of bytes.
  private static final int FETCH = 16;

  // A take that is slow for what it brought probably has a plan that was made while the table was
  // empty. PostgreSQL keeps it until the table is analyzed.
  private static final Duration SLOW = Duration.ofMillis(20);
  private static final Duration SLOW_PER_JOB = Duration.ofNanos(50_000);
  private static final Duration DISCARD_EVERY = Duration.ofSeconds(1);

  private final Statements statements;
  private final LongSupplier ticker;
  private final Columns columns;
  private final Rows rows;

  private volatile long discardedAt;

  ClaimJobs(Statements statements, Columns columns, LongSupplier ticker) {
    this.statements = statements;
    this.ticker = ticker;
    this.discardedAt = ticker.getAsLong();
    this.columns = columns;
    this.rows = new Rows(columns);
  }

  /** Thrown if the taken payloads exceed the limit of bytes; has the number of jobs that fit. */
  static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int fitting;

    TooLargeException(int fitting) {
      super("only " + fitting + " jobs fit", null, false, false);
      this.fitting = fitting;
    }
  }

  /** See {@link LaneStore#look}. */
  LaneLook look(Connection connection, ClaimRequest request, List<LaneStore.From> from, int most)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, LOOK)) {
      statement
          .texts("queues", texts(from, each -> each.queue().value()))
          .ints("after_priorities", from.stream().mapToInt(ClaimJobs::priority).toArray())
          .texts("after_tenants", texts(from, f -> f.after() == null ? "" : tenant(f.after())))
          .texts("after_types", texts(from, f -> f.after() == null ? "" : type(f.after())))
          .texts("after_keys", texts(from, f -> f.after() == null ? "" : f.after().key()))
          .flag("everybody", request.tenants().isEmpty())
          .texts("tenants", request.tenants().stream().map(TenantId::value).toArray(String[]::new))
          .texts("types", request.types().stream().map(JobTypeName::value).toArray(String[]::new))
          .number("most_keys", MAX_KEYS_OF_TYPE)
          .number("most", most);
      List<LaneHead> heads = new ArrayList<>();
      Instant at = Instant.EPOCH;
      Instant changed = null;
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          at = columns.instant(row, "looked_at");
          changed = columns.instantOrNull(row, "destinations_changed_at");
          // The first row of a queue is where the look began.
          Instant runAt = columns.instantOrNull(row, "run_at");
          if (runAt != null) {
            heads.add(new LaneHead(lane(row), runAt));
          }
        }
      }
      return new LaneLook(heads, at, changed);
    }
  }

  /**
   * See {@link LaneStore#take}.
   *
   * @throws TooLargeException if the payloads exceed {@code maxBytes}: the caller must roll the
   *     transaction back and take fewer jobs
   */
  List<ClaimedJob> take(
      Connection connection, ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes)
      throws SQLException {
    long began = ticker.getAsLong();
    List<ClaimedJob> taken = taken(connection, request, shares, limit, maxBytes);
    long ended = ticker.getAsLong();
    if (ended - began > SLOW.toNanos()
        && ended - began > taken.size() * SLOW_PER_JOB.toNanos()
        && ended - discardedAt > DISCARD_EVERY.toNanos()) {
      discardedAt = ended;
      try (Statement statement = connection.createStatement()) {
        statement.execute("DISCARD PLANS");
      }
    }
    return taken;
  }

  private List<ClaimedJob> taken(
      Connection connection, ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, TAKE)) {
      statement
          .texts("queues", texts(shares, s -> s.lane().queue().value()))
          .ints("priorities", shares.stream().mapToInt(s -> s.lane().priority()).toArray())
          .texts("tenants", texts(shares, s -> tenant(s.lane())))
          .texts("types", texts(shares, s -> type(s.lane())))
          .texts("keys", texts(shares, s -> s.lane().key()))
          .longs("after_us", shares.stream().mapToLong(ClaimJobs::after).toArray())
          .ids("after_ids", shares.stream().map(s -> s.after().id().value()).toArray(UUID[]::new))
          .ints("shares", shares.stream().mapToInt(LaneShare::most).toArray())
          .number("limit", limit)
          .text("worker", request.lease().worker().value())
          .duration("lease_us", request.lease().duration());
      boolean mayExceed = mayExceed(limit, maxBytes);
      if (mayExceed) {
        statement.fetchSize(FETCH);
      }
      List<ClaimedJob> taken = new ArrayList<>();
      long bytes = 0;
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          if (bytes >= maxBytes) {
            throw new TooLargeException(taken.size());
          }
          ClaimedJob job = rows.claimed(row);
          taken.add(job);
          bytes += mayExceed ? PageBytes.of(job.payload()) : 0;
        }
      }
      return taken;
    }
  }

  /** Whether this many jobs may have more than {@code maxBytes} of payloads. */
  static boolean mayExceed(int limit, int maxBytes) {
    return (long) limit * Payload.MAX_BYTES > maxBytes;
  }

  private Lane lane(ResultSet row) throws SQLException {
    return new Lane(
        new QueueName(columns.text(row, "queue")),
        row.getInt("priority"),
        new TenantId(columns.text(row, "tenant")),
        new JobTypeName(columns.text(row, "type")),
        columns.text(row, "lane_key"));
  }

  private static int priority(LaneStore.From from) {
    return from.after() == null ? ABOVE_ALL : from.after().priority();
  }

  private static String tenant(Lane lane) {
    return lane.tenant().value();
  }

  private static String type(Lane lane) {
    return lane.type().value();
  }

  private static long after(LaneShare share) {
    return Objects.requireNonNull(PostgresColumns.sinceEpoch(share.after().runAt()));
  }

  private static <T> String[] texts(List<T> from, Function<T, String> text) {
    return from.stream().map(text).toArray(String[]::new);
  }
}
