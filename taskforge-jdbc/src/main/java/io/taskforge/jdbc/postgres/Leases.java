package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Heartbeats: registers workers, extends their leases, and claims expired leases. */
final class Leases {
  // A locked lease is being committed, perhaps in a long transaction of the caller. With SKIP
  // LOCKED, one handler can't delay the heartbeats of all leases of its worker.
  private static final String HEARTBEAT =
      """
      WITH seen AS (
        INSERT INTO ${prefix}worker AS w (
          id, host, version, queues, types, concurrency, running, started_at, last_seen_at)
        VALUES (
          :worker, :host, :version, :queues::text[], :types::text[], :concurrency, :running,
          COALESCE(:now::timestamptz, statement_timestamp()),
          COALESCE(:now::timestamptz, statement_timestamp()))
        ON CONFLICT (id) DO UPDATE SET
          host = EXCLUDED.host,
          version = EXCLUDED.version,
          queues = EXCLUDED.queues,
          types = EXCLUDED.types,
          concurrency = EXCLUDED.concurrency,
          running = EXCLUDED.running,
          last_seen_at = EXCLUDED.last_seen_at
        RETURNING mode),
      free AS (
        SELECT token FROM ${prefix}lease
        WHERE token = ANY (:tokens::bigint[]) AND worker = :worker
        FOR UPDATE SKIP LOCKED),
      extended AS (
        UPDATE ${prefix}lease l
        SET expires_at = COALESCE(:now::timestamptz, statement_timestamp())
          + :lease_us::bigint * interval '1 microsecond'
        FROM free
        WHERE l.token = free.token)
      SELECT
        s.mode, l.token, c.job_id,
        EXISTS (SELECT FROM free WHERE free.token = l.token) AS extended
      FROM seen s
      LEFT JOIN ${prefix}lease l ON l.token = ANY (:tokens::bigint[]) AND l.worker = :worker
      LEFT JOIN LATERAL (
        SELECT l.job_ids[position + 1] AS job_id
        FROM unnest(l.cancelled_positions) AS position
        WHERE get_bit(l.open_positions, position) = 1) c ON true
      """;

  private static final String CLAIM_EXPIRED =
      """
      WITH expired AS (
        SELECT token, worker, open_positions, expires_at FROM ${prefix}lease
        WHERE expires_at < COALESCE(:now::timestamptz, statement_timestamp())
        ORDER BY expires_at
        LIMIT :limit
        FOR UPDATE SKIP LOCKED),
      counted AS (
        SELECT
          token,
          worker,
          sum(length(replace(open_positions::text, '0', '')))
            OVER (ORDER BY expires_at, token ROWS UNBOUNDED PRECEDING)
            - length(replace(open_positions::text, '0', '')) AS before
        FROM expired),
      taken AS (
        UPDATE ${prefix}lease l
        SET token = DEFAULT,
          worker = :worker,
          expires_at = COALESCE(:now::timestamptz, statement_timestamp())
            + :lease_us::bigint * interval '1 microsecond'
        FROM counted c
        WHERE l.token = c.token AND c.before < :limit
        RETURNING l.*, c.worker AS lost_by, c.before)
      SELECT
        t.token, (p.place - 1)::integer AS position, j.id, p.queue, j.type, j.tenant,
        'null' AS payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us, j.deadline,
        j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
        p.attempt, p.unstarted, p.earlier, p.failures, p.lost_leases, p.interruptions, p.run_at,
        t.claimed_at, p.first_started_at, p.previous_delay_us,
        t.lost_by, (p.place - 1) = ANY (t.cancelled_positions) AS cancel_requested
      FROM taken t
      CROSS JOIN LATERAL unnest(
        t.job_ids, t.queues, t.run_ats, t.first_started_ats, t.previous_delays_us, t.attempts,
        t.unstarted, t.earlier, t.failures, t.lost_leases, t.interruptions)
        WITH ORDINALITY AS p(
          job_id, queue, run_at, first_started_at, previous_delay_us, attempt, unstarted,
          earlier, failures, lost_leases, interruptions, place)
      JOIN ${prefix}job j ON j.id = p.job_id
      WHERE get_bit(t.open_positions, (p.place - 1)::integer) = 1
      ORDER BY t.before, t.token, p.place
      """;

  private static final String FORGET_SILENT =
      """
      DELETE FROM ${prefix}worker
      WHERE last_seen_at < COALESCE(:now::timestamptz, statement_timestamp()) - interval '15 minutes'
      """;

  private static final String SET_MODE =
      """
      UPDATE ${prefix}worker SET mode = :mode WHERE id = :worker
      """;

  private static final String DEREGISTER =
      """
      DELETE FROM ${prefix}worker WHERE id = :worker
      """;

  private static final int HEARTBEAT_TRIES = 5;

  private final Rows rows;

  private final Statements statements;

  Leases(Statements statements, Rows rows) {
    this.statements = statements;
    this.rows = rows;
  }

  /** Records a heartbeat. Locked leases, which are usually locked for milliseconds, are retried. */
  HeartbeatAnswer heartbeat(Connection connection, Heartbeat beat) throws SQLException {
    Set<Long> lost = new HashSet<>(beat.tokens());
    Set<JobId> cancelled = new HashSet<>();
    Beat latest = beat(connection, beat, beat.tokens(), lost, cancelled);
    for (int tried = 1; !latest.locked.isEmpty() && tried < HEARTBEAT_TRIES; tried++) {
      lost.addAll(latest.locked); // unless it is still there
      latest = beat(connection, beat, latest.locked, lost, cancelled);
    }
    return new HeartbeatAnswer(lost, latest.locked, cancelled, latest.mode);
  }

  private record Beat(Set<Long> locked, WorkerMode mode) {}

  /** Extends the leases that are not locked, updates the sets, and returns the locked leases. */
  private Beat beat(
      Connection connection,
      Heartbeat beat,
      Collection<Long> tokens,
      Set<Long> lost,
      Set<JobId> cancelled)
      throws SQLException {
    Set<Long> locked = new HashSet<>();
    WorkerMode mode = WorkerMode.ACTIVE;
    try (NamedStatement statement = statements.on(connection, HEARTBEAT)) {
      statement
          .text("worker", beat.lease().worker().value())
          .text("host", beat.host())
          .text("version", beat.version())
          .texts("queues", beat.queues().stream().map(QueueName::value).toArray(String[]::new))
          .texts("types", beat.types().stream().map(JobTypeName::value).toArray(String[]::new))
          .number("concurrency", beat.concurrency())
          .number("running", beat.running())
          .longs("tokens", tokens.stream().mapToLong(token -> token).toArray())
          .duration("lease_us", beat.lease().duration());
      try (ResultSet row = statement.query()) {
        while (row.next()) {
          mode = WorkerMode.valueOf(row.getString("mode"));
          if (row.getObject("token") == null) {
            continue; // none of its leases is left
          }
          lost.remove(row.getLong("token"));
          if (!row.getBoolean("extended")) {
            locked.add(row.getLong("token"));
          }
          UUID job = row.getObject("job_id", UUID.class);
          if (job != null) {
            cancelled.add(new JobId(job));
          }
        }
      }
    }
    return new Beat(locked, mode);
  }

  List<ClaimedJob> claimExpired(Connection connection, ClaimRequest.Lease lease, int limit)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, CLAIM_EXPIRED)) {
      statement
          .text("worker", lease.worker().value())
          .duration("lease_us", lease.duration())
          .number("limit", limit);
      try (ResultSet row = statement.query()) {
        List<ClaimedJob> claimed = new ArrayList<>();
        while (row.next()) {
          claimed.add(rows.claimed(row));
        }
        return claimed;
      }
    }
  }

  /** Deletes workers that stopped sending heartbeats without deregistering. */
  int forgetSilent(Connection connection) throws SQLException {
    try (NamedStatement statement = statements.on(connection, FORGET_SILENT)) {
      return statement.update();
    }
  }

  boolean setMode(Connection connection, WorkerId worker, WorkerMode mode) throws SQLException {
    try (NamedStatement statement = statements.on(connection, SET_MODE)) {
      return statement.text("mode", mode.name()).text("worker", worker.value()).update() > 0;
    }
  }

  int deregister(Connection connection, WorkerId worker) throws SQLException {
    try (NamedStatement statement = statements.on(connection, DEREGISTER)) {
      return statement.text("worker", worker.value()).update();
    }
  }
}
