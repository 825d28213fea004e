package io.taskforge.jdbc.sqlite;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.PageBytes;
import io.taskforge.store.lane.Lane;
import io.taskforge.store.lane.LaneClaims;
import io.taskforge.store.lane.LaneHead;
import io.taskforge.store.lane.LaneLook;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Claims due jobs, in one transaction. A look is a loose index scan, one key lookup per lane; a
 * take reads the due jobs of its lanes and no others.
 */
final class ClaimJobs {
  // Finds the next lane. SQLite uses the whole key for a comparison only if all columns but the
  // last are equal.
  private static final String LOOK =
      """
      SELECT * FROM (
        SELECT priority, tenant, type, lane_key, run_at FROM ${prefix}ready
        WHERE queue = :queue AND priority = :priority AND tenant = :tenant AND type = :type
          AND lane_key > :lane_key
        ORDER BY lane_key, run_at LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT priority, tenant, type, lane_key, run_at FROM ${prefix}ready
        WHERE queue = :queue AND priority = :priority AND tenant = :tenant AND type > :type
        ORDER BY type, lane_key, run_at LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT priority, tenant, type, lane_key, run_at FROM ${prefix}ready
        WHERE queue = :queue AND priority = :priority AND tenant > :tenant
        ORDER BY tenant, type, lane_key, run_at LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT priority, tenant, type, lane_key, run_at FROM ${prefix}ready
        WHERE queue = :queue AND priority < :priority
        ORDER BY priority DESC, tenant, type, lane_key, run_at LIMIT 1)
      LIMIT 1
      """;
  private static final String PAUSED =
      """
      SELECT name FROM ${prefix}queue WHERE paused
      """;
  private static final String DESTINATIONS_CHANGED =
      """
      SELECT max(changed_at) AS changed_at FROM ${prefix}document WHERE kind = 'DESTINATION'
      """;
  private static final String TAKE =
      """
      SELECT r.job_seq, r.attempt, r.unstarted, r.earlier, r.failures, r.lost_leases,
        r.interruptions, r.run_at, r.first_started_at, r.previous_delay_us,
        j.id, j.type, j.tenant, j.payload, j.priority, j.guarantee, j.retry_policy, j.timeout_us,
        j.deadline, j.idempotency_key, j.schedule, j.lane_key, j.trace_context
      FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq
      WHERE r.queue = :queue AND r.priority = :priority AND r.tenant = :tenant
        AND r.type = :type AND r.lane_key = :lane_key AND r.run_at <= :now
      ORDER BY r.run_at, r.job_seq LIMIT :limit
      """;
  private static final String DELETE_TAKEN =
      """
      DELETE FROM ${prefix}ready
      WHERE queue = :queue AND priority = :priority AND tenant = :tenant AND type = :type
        AND lane_key = :lane_key AND (run_at, job_seq) <= (:run_at, :job_seq)
      """;

  // Greater than any type or key.
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  private final LeaseTable leases;
  private final LaneClaims claims = new LaneClaims(() -> 0, Duration.ZERO);

  ClaimJobs(LeaseTable leases) {
    this.leases = leases;
  }

  List<ClaimedJob> claim(Session session, ClaimRequest request, long now) throws SQLException {
    return claims.claim(new Lanes(session, now), request);
  }

  private final class Lanes implements LaneStore<SQLException> {
    private final Session session;
    private final long now;

    Lanes(Session session, long now) {
      this.session = session;
      this.now = now;
    }

    @Override
    public LaneLook look(ClaimRequest request, List<From> queues, int most) throws SQLException {
      List<LaneHead> heads = new ArrayList<>();
      for (From from : queues) {
        LaneHead next =
            from.after() == null
                ? after(from.queue(), Integer.MAX_VALUE, "", "", "")
                : after(from.after(), request);
        for (int looked = 0; next != null && looked < most; looked++) {
          heads.add(next);
          next = after(next.lane(), request);
        }
      }
      return new LaneLook(heads, SqliteColumns.instant(now), destinationsChanged());
    }

    private @Nullable Instant destinationsChanged() throws SQLException {
      try (ResultSet row = session.statement(DESTINATIONS_CHANGED).query()) {
        return row.next() ? SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, 1)) : null;
      }
    }

    /** The next lane that may be wanted, or null. Steps over types and tenants that are not. */
    private @Nullable LaneHead after(Lane lane, ClaimRequest request) throws SQLException {
      if (!request.tenants().isEmpty() && !request.tenants().contains(lane.tenant())) {
        TenantId wanted = new TreeSet<>(request.tenants()).higher(lane.tenant());
        String tenant = wanted == null ? LAST : wanted.value();
        return after(lane.queue(), lane.priority(), tenant, "", "");
      }
      String key = request.types().contains(lane.type()) ? lane.key() : LAST;
      return after(lane.queue(), lane.priority(), lane.tenant().value(), lane.type().value(), key);
    }

    private @Nullable LaneHead after(
        QueueName queue, int priority, String tenant, String type, String key) throws SQLException {
      return session
          .statement(LOOK)
          .text("queue", queue.value())
          .number("priority", priority)
          .text("tenant", tenant)
          .text("type", type)
          .text("lane_key", key)
          .first(row -> head(queue, row));
    }

    @Override
    public List<ClaimedJob> take(
        ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes) throws SQLException {
      Set<String> paused = new HashSet<>(session.statement(PAUSED).list(row -> row.getString(1)));
      Taking taking = new Taking(session, leases, now, maxBytes);
      for (LaneShare share : shares) {
        int most = Math.min(share.most(), limit - taking.batch.size());
        if (most > 0 && !taking.isFull() && !paused.contains(share.lane().queue().value())) {
          taking.from(share.lane(), most);
        }
      }
      if (!taking.batch.isEmpty()) {
        leases.insert(
            session,
            taking.token,
            request.lease().worker(),
            now,
            SqliteColumns.later(now, request.lease().duration()),
            taking.batch);
      }
      return taking.claimed;
    }
  }

  private static LaneHead head(QueueName queue, ResultSet row) throws SQLException {
    return new LaneHead(
        new Lane(
            queue,
            row.getInt(1),
            new TenantId(row.getString(2)),
            new JobTypeName(row.getString(3)),
            row.getString(4)),
        SqliteColumns.instant(row.getLong(5)));
  }

  /** One lease in the making. */
  private static final class Taking {
    private final Session session;
    private final LeaseTable leases;
    private final long now;
    private final int maxBytes;
    private final List<BatchedJob> batch = new ArrayList<>();
    private final List<ClaimedJob> claimed = new ArrayList<>();
    private long token;
    private long bytes;

    Taking(Session session, LeaseTable leases, long now, int maxBytes) {
      this.session = session;
      this.leases = leases;
      this.now = now;
      this.maxBytes = maxBytes;
    }

    boolean isFull() {
      return bytes >= maxBytes;
    }

    void from(Lane lane, int limit) throws SQLException {
      int before = batch.size();
      try (ResultSet row =
          session
              .statement(TAKE)
              .text("queue", lane.queue().value())
              .number("priority", lane.priority())
              .text("tenant", lane.tenant().value())
              .text("type", lane.type().value())
              .text("lane_key", lane.key())
              .number("now", now)
              .number("limit", limit)
              .query()) {
        while (!isFull() && row.next()) {
          add(lane.queue(), row);
        }
      }
      int count = batch.size() - before;
      if (count == 0) {
        return;
      }
      BatchedJob last = batch.get(batch.size() - 1);
      int deleted =
          session
              .statement(DELETE_TAKEN)
              .text("queue", lane.queue().value())
              .number("priority", lane.priority())
              .text("tenant", lane.tenant().value())
              .text("type", lane.type().value())
              .text("lane_key", lane.key())
              .number("run_at", last.runAt())
              .number("job_seq", last.seq())
              .update();
      if (deleted != count) {
        throw new IllegalStateException(
            "claimed %d jobs but took %d off queue %s".formatted(count, deleted, lane.queue()));
      }
    }

    private void add(QueueName queue, ResultSet row) throws SQLException {
      if (batch.isEmpty()) {
        token = leases.nextToken(session);
      }
      BatchedJob job =
          new BatchedJob(
              row.getLong(1),
              queue,
              new AttemptNumber(row.getInt(2), row.getInt(3), row.getInt(4)).next(),
              new Counters(row.getInt(5), row.getInt(6), row.getInt(7)),
              row.getLong(8),
              SqliteColumns.longOrNull(row, 9),
              SqliteColumns.longOrNull(row, 10));
      LeaseRef ref = new LeaseRef(token, batch.size());
      batch.add(job);
      ClaimedJob taken = claimed(ref, job, now, null, false, row, 11);
      claimed.add(taken);
      bytes += PageBytes.of(taken.payload());
    }
  }

  /**
   * Builds a claimed job.
   *
   * @param row has the job's immutable columns, from {@code column} on
   */
  static ClaimedJob claimed(
      LeaseRef ref,
      BatchedJob job,
      long claimedAt,
      @Nullable WorkerId lostBy,
      boolean cancelRequested,
      ResultSet row,
      int column)
      throws SQLException {
    Long timeout = SqliteColumns.longOrNull(row, column + 7);
    String key = row.getString(column + 9);
    String schedule = row.getString(column + 10);
    String trace = row.getString(column + 12);
    return new ClaimedJob(
        new JobIdentity(
            SqliteColumns.id(row.getBytes(column)),
            job.queue(),
            new JobTypeName(row.getString(column + 1)),
            new TenantId(row.getString(column + 2))),
        row.getString(column + 3),
        new JobSettings(
            row.getInt(column + 4),
            Guarantee.valueOf(row.getString(column + 5)),
            row.getString(column + 6),
            new JobSettings.TimeLimits(
                timeout == null ? null : Duration.of(timeout, ChronoUnit.MICROS),
                SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, column + 8))),
            new JobSettings.Origin(
                key == null ? null : new IdempotencyKey(key),
                schedule == null ? null : new ScheduleId(schedule),
                trace == null ? null : TraceContext.parse(trace)),
            row.getString(column + 11),
            List.of()),
        new ClaimedJob.Claim(ref, SqliteColumns.instant(claimedAt), lostBy, cancelRequested),
        job.number(),
        job.counters(),
        new ClaimedJob.Timing(
            SqliteColumns.instant(job.runAt()),
            SqliteColumns.instantOrNull(job.firstStartedAt()),
            job.previousDelay() == null
                ? null
                : Duration.of(job.previousDelay(), ChronoUnit.MICROS)));
  }
}
