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
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Leases due jobs. One priority of a queue after the other, each a bounded range of {@code ready}'s
 * key: jobs that are not due are never visited, however many there are.
 */
final class SqliteClaim {
  static final String NEXT_PRIORITY =
      """
      SELECT priority FROM ${prefix}ready
      WHERE queue = ? AND priority < ?
      ORDER BY priority DESC LIMIT 1
      """;
  static final String DUE =
      """
      SELECT r.job_seq, r.attempt, r.failures, r.lost_leases, r.interruptions, r.run_at,
        r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE r.queue = ? AND r.priority = ? AND r.run_at <= ?
        AND r.type IN (SELECT value FROM json_each(?))
      ORDER BY r.run_at, r.job_seq LIMIT ?
      """;
  static final String DELETE_TAKEN =
      """
      DELETE FROM ${prefix}ready
      WHERE queue = ? AND priority = ? AND (run_at, job_seq) <= (?, ?)
        AND type IN (SELECT value FROM json_each(?))
      """;
  private static final String PAUSED =
      """
      SELECT name FROM ${prefix}queue WHERE paused
      """;

  private final SqliteLeases leases;
  private final String nextPriority;
  private final String due;
  private final String deleteTaken;
  private final String paused;

  SqliteClaim(String prefix, SqliteLeases leases) {
    this.leases = leases;
    nextPriority = NEXT_PRIORITY.replace("${prefix}", prefix);
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
    Taking taking = new Taking(session, types, now);
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
    return taking.claimed;
  }

  /** One claim under way. */
  private final class Taking {
    private final SqliteSession session;
    private final String types;
    private final long now;
    private final List<SqliteLeasedJob> taken = new ArrayList<>();
    private final List<ClaimedJob> claimed = new ArrayList<>();
    private long token;

    Taking(SqliteSession session, String types, long now) {
      this.session = session;
      this.types = types;
      this.now = now;
    }

    void from(QueueName queue, int limit) throws SQLException {
      int left = limit;
      Integer priority = below(queue, Integer.MAX_VALUE);
      while (left > 0 && priority != null) {
        left -= take(queue, priority, left);
        priority = left > 0 ? below(queue, priority) : null;
      }
    }

    private @Nullable Integer below(QueueName queue, int priority) throws SQLException {
      return session.first(nextPriority, row -> row.getInt(1), queue.value(), priority);
    }

    private int take(QueueName queue, int priority, int limit) throws SQLException {
      int before = taken.size();
      PreparedStatement statement = session.prepare(due);
      SqliteSession.bind(statement, queue.value(), priority, now, types, limit);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          add(queue, row);
        }
      }
      int count = taken.size() - before;
      if (count > 0) {
        SqliteLeasedJob last = taken.get(taken.size() - 1);
        int deleted =
            session.update(deleteTaken, queue.value(), priority, last.runAt(), last.seq(), types);
        if (deleted != count) {
          throw new IllegalStateException(
              "claimed %d jobs but took %d off queue %s".formatted(count, deleted, queue));
        }
      }
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
