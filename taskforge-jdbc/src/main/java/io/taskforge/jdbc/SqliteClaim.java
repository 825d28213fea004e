package io.taskforge.jdbc;

import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.TenantTurns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Leases due jobs. One priority of a queue after the other, and in it one tenant after the other,
 * each a bounded range of {@code ready}'s key: jobs that are not due are never visited, however
 * many there are.
 */
final class SqliteClaim {
  static final String DUE =
      """
      SELECT r.job_seq, r.attempt, r.failures, r.lost_leases, r.interruptions, r.run_at,
        r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE r.queue = ? AND r.priority = ? AND r.tenant = ? AND r.run_at <= ?
        AND r.type IN (SELECT value FROM json_each(?))
      ORDER BY r.run_at, r.job_seq LIMIT ?
      """;
  static final String DELETE_TAKEN =
      """
      DELETE FROM ${prefix}ready
      WHERE queue = ? AND priority = ? AND tenant = ? AND (run_at, job_seq) <= (?, ?)
        AND type IN (SELECT value FROM json_each(?))
      """;
  private static final String PAUSED =
      """
      SELECT name FROM ${prefix}queue WHERE paused
      """;

  private final SqliteLeases leases;
  private final TenantTurns turns;
  private final SqliteLanes lanes;
  private final String due;
  private final String deleteTaken;
  private final String paused;

  SqliteClaim(String prefix, SqliteLeases leases, TenantTurns turns) {
    this.leases = leases;
    this.turns = turns;
    lanes = new SqliteLanes(prefix, turns);
    due = DUE.replace("${prefix}", prefix);
    deleteTaken = DELETE_TAKEN.replace("${prefix}", prefix);
    paused = PAUSED.replace("${prefix}", prefix);
  }

  List<ClaimedJob> claim(SqliteSession session, ClaimRequest request, long now)
      throws SQLException {
    Set<String> resting = new HashSet<>(session.query(paused, row -> row.getString(1)));
    // Names of types need no escaping.
    String types =
        request.types().stream()
            .map(type -> '"' + type.value() + '"')
            .collect(Collectors.joining(",", "[", "]"));
    Taking taking = new Taking(session, request, types, now);
    for (ClaimRequest.QueueLimit from : request.queues()) {
      if (!resting.contains(from.queue().value())) {
        taking.from(from.queue(), Math.min(from.limit(), request.limit() - taking.taken.size()));
      }
    }
    if (!taking.taken.isEmpty()) {
      leases.insert(
          session,
          taking.token,
          request.lease().worker(),
          now,
          SqliteColumns.later(now, request.lease().duration()),
          taking.taken);
    }
    List<ClaimedJob> inTurn = turns.take(request, taking.claimed);
    // Where places were left, all that the look has found was taken: the next one goes on after it.
    for (TenantTurns.Turn end : taking.ends) {
      turns.lookedUpTo(request, end.queue(), end.priority(), end.last());
    }
    return inTurn;
  }

  /** One claim under way. */
  private final class Taking {
    private final SqliteSession session;
    private final ClaimRequest request;
    private final String types;
    private final long now;
    private final List<SqliteLeasedJob> taken = new ArrayList<>();
    private final List<ClaimedJob> claimed = new ArrayList<>();
    private final Map<TenantId, Integer> takenOf = new HashMap<>();
    private final List<TenantTurns.Turn> ends = new ArrayList<>();
    private long token;

    Taking(SqliteSession session, ClaimRequest request, String types, long now) {
      this.session = session;
      this.request = request;
      this.types = types;
      this.now = now;
    }

    void from(QueueName queue, int limit) throws SQLException {
      int left = limit;
      Integer priority = lanes.priorityBelow(session, queue, Integer.MAX_VALUE);
      while (left > 0 && priority != null) {
        left -= level(queue, priority, left);
        priority = left > 0 ? lanes.priorityBelow(session, queue, priority) : null;
      }
    }

    /** Shares out the places among the tenants in turn, and again among those that have more. */
    private int level(QueueName queue, int priority, int limit) throws SQLException {
      int left = limit;
      SqliteLanes.Look look = lanes.look(session, request, queue, priority, now);
      List<TenantId> due = look.due();
      while (left > 0 && !due.isEmpty()) {
        int places = left;
        List<TenantId> more = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
          TenantId tenant = due.get(i);
          int share = places / due.size() + (i < places % due.size() ? 1 : 0);
          int most = Math.min(share, room(tenant));
          int count = most > 0 ? take(queue, priority, tenant, most) : 0;
          left -= count;
          if (count == share) {
            more.add(tenant);
          }
        }
        due = more;
      }
      if (left > 0 && look.upTo() != null) {
        ends.add(new TenantTurns.Turn(queue, priority, look.upTo()));
      }
      return limit - left;
    }

    private int room(TenantId tenant) {
      return request.room(tenant) - takenOf.getOrDefault(tenant, 0);
    }

    private int take(QueueName queue, int priority, TenantId tenant, int limit)
        throws SQLException {
      int before = taken.size();
      PreparedStatement statement = session.prepare(due);
      SqliteSession.bind(statement, queue.value(), priority, tenant.value(), now, types, limit);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          add(queue, row);
        }
      }
      int count = taken.size() - before;
      if (count > 0) {
        SqliteLeasedJob last = taken.get(taken.size() - 1);
        int deleted =
            session.update(
                deleteTaken,
                queue.value(),
                priority,
                tenant.value(),
                last.runAt(),
                last.seq(),
                types);
        if (deleted != count) {
          throw new IllegalStateException(
              "claimed %d jobs but took %d off queue %s".formatted(count, deleted, queue));
        }
      }
      takenOf.merge(tenant, count, Integer::sum);
      return count;
    }

    private void add(QueueName queue, ResultSet row) throws SQLException {
      if (taken.isEmpty()) {
        token = leases.nextToken(session);
      }
      SqliteLeasedJob job =
          new SqliteLeasedJob(
              row.getLong(1),
              queue,
              row.getInt(2) + 1,
              new Counters(row.getInt(3), row.getInt(4), row.getInt(5)),
              row.getLong(6),
              SqliteColumns.longOrNull(row, 7),
              SqliteColumns.longOrNull(row, 8));
      LeaseRef ref = new LeaseRef(token, taken.size());
      taken.add(job);
      claimed.add(claimed(ref, job, now, null, false, row, 9));
    }
  }

  /**
   * Puts together a claimed job.
   *
   * @param row has the job's immutable columns, from {@code column} on
   */
  static ClaimedJob claimed(
      LeaseRef ref,
      SqliteLeasedJob job,
      long claimedAt,
      @Nullable WorkerId lostBy,
      boolean cancelRequested,
      ResultSet row,
      int column)
      throws SQLException {
    Long timeout = SqliteColumns.longOrNull(row, column + 7);
    String key = row.getString(column + 9);
    return new ClaimedJob(
        ref,
        SqliteColumns.id(row.getBytes(column)),
        job.queue(),
        new JobType(row.getString(column + 1)),
        new TenantId(row.getString(column + 2)),
        row.getString(column + 3),
        row.getInt(column + 4),
        Guarantee.valueOf(row.getString(column + 5)),
        row.getString(column + 6),
        timeout == null ? null : Duration.of(timeout, ChronoUnit.MICROS),
        SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, column + 8)),
        key == null ? null : new IdempotencyKey(key),
        job.attempt(),
        job.counters(),
        SqliteColumns.instant(job.runAt()),
        SqliteColumns.instant(claimedAt),
        SqliteColumns.instantOrNull(job.firstStartedAt()),
        job.previousDelay() == null ? null : Duration.of(job.previousDelay(), ChronoUnit.MICROS),
        lostBy,
        cancelRequested);
  }
}
