package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedStatement;
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
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.PageBytes;
import io.taskforge.store.TenantRoundRobin;
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
import org.jspecify.annotations.Nullable;

/**
 * Claims due jobs: priority by priority, and round-robin among the tenants of a priority. Reads a
 * bounded key range of {@code ready} per wanted type, so jobs of other types and jobs that are not
 * due are never read.
 */
final class ClaimJobs {
  static final String DELETE_TAKEN =
      """
      DELETE FROM ${prefix}ready
      WHERE queue = :queue AND priority = :priority AND tenant = :tenant AND type = :type
        AND (run_at, job_seq) <= (:run_at, :job_seq)
      """;
  private static final String PAUSED =
      """
      SELECT name FROM ${prefix}queue WHERE paused
      """;

  private final LeaseTable leases;
  private final TenantRoundRobin turns;
  private final DueLanes lanes;
  private final Map<Integer, String> due = new HashMap<>(); // by number of types

  ClaimJobs(LeaseTable leases, TenantRoundRobin turns) {
    this.leases = leases;
    this.turns = turns;
    lanes = new DueLanes(turns);
  }

  List<ClaimedJob> claim(Session session, ClaimRequest request, long now) throws SQLException {
    Set<String> resting = new HashSet<>(session.statement(PAUSED).list(row -> row.getString(1)));
    Taking taking = new Taking(session, request, now);
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
    // If the claim is not full, all jobs that were found were claimed: the next search continues
    // with the next tenants.
    for (TenantRoundRobin.Turn end : taking.ends) {
      turns.lookedUpTo(request, end.queue(), end.priority(), end.last());
    }
    return inTurn;
  }

  /** One claim in progress. */
  private final class Taking {
    private final Session session;
    private final ClaimRequest request;
    private final long now;
    private final List<BatchedJob> taken = new ArrayList<>();
    private final List<ClaimedJob> claimed = new ArrayList<>();
    private final Map<TenantId, Integer> takenOf = new HashMap<>();
    private final List<TenantRoundRobin.Turn> ends = new ArrayList<>();
    private long token;
    private long bytes;

    Taking(Session session, ClaimRequest request, long now) {
      this.session = session;
      this.request = request;
      this.now = now;
    }

    void from(QueueName queue, int limit) throws SQLException {
      int left = limit;
      Integer priority = lanes.priorityBelow(session, queue, Integer.MAX_VALUE);
      while (left > 0 && priority != null && !isFull()) {
        left -= level(queue, priority, left);
        priority = left > 0 ? lanes.priorityBelow(session, queue, priority) : null;
      }
    }

    /**
     * Divides the limit among the tenants round-robin, then the rest among the tenants that have
     * more jobs.
     */
    private int level(QueueName queue, int priority, int limit) throws SQLException {
      int left = limit;
      DueLanes.Look look = lanes.look(session, request, queue, priority, now);
      List<DueLanes.Lane> due = look.due();
      while (left > 0 && !due.isEmpty() && !isFull()) {
        int places = left;
        List<DueLanes.Lane> more = new ArrayList<>();
        for (int i = 0; i < due.size(); i++) {
          DueLanes.Lane lane = due.get(i);
          int share = places / due.size() + (i < places % due.size() ? 1 : 0);
          int most = Math.min(share, room(lane.tenant()));
          int count = most > 0 ? take(queue, priority, lane, most) : 0;
          left -= count;
          if (count == share) {
            more.add(lane);
          }
        }
        due = more;
      }
      if (left > 0 && look.upTo() != null && !isFull()) {
        ends.add(new TenantRoundRobin.Turn(queue, priority, look.upTo()));
      }
      return limit - left;
    }

    private boolean isFull() {
      return bytes >= request.maxBytes();
    }

    private int room(TenantId tenant) {
      return request.limitFor(tenant) - takenOf.getOrDefault(tenant, 0);
    }

    private int take(QueueName queue, int priority, DueLanes.Lane lane, int limit)
        throws SQLException {
      int before = taken.size();
      String tenant = lane.tenant().value();
      int types = DueJobsSql.places(lane.types().size());
      NamedStatement statement =
          session
              .statement(due.computeIfAbsent(types, DueJobsSql::of))
              .text("queue", queue.value())
              .number("priority", priority)
              .text("tenant", tenant)
              .number("now", now)
              .number("limit", limit);
      for (int i = 0; i < types; i++) {
        // No type has an empty name, so unused parameters match nothing.
        statement.text("type" + i, i < lane.types().size() ? lane.types().get(i) : "");
      }
      try (ResultSet row = statement.query()) {
        while (!isFull() && row.next()) {
          add(queue, row);
        }
      }
      int count = taken.size() - before;
      Map<String, BatchedJob> lastOfType = new HashMap<>();
      for (int i = before; i < taken.size(); i++) {
        lastOfType.put(claimed.get(i).type().value(), taken.get(i));
      }
      int deleted = 0;
      for (Map.Entry<String, BatchedJob> last : lastOfType.entrySet()) {
        deleted +=
            session
                .statement(DELETE_TAKEN)
                .text("queue", queue.value())
                .number("priority", priority)
                .text("tenant", tenant)
                .text("type", last.getKey())
                .number("run_at", last.getValue().runAt())
                .number("job_seq", last.getValue().seq())
                .update();
      }
      if (deleted != count) {
        throw new IllegalStateException(
            "claimed %d jobs but took %d off queue %s".formatted(count, deleted, queue));
      }
      takenOf.merge(lane.tenant(), count, Integer::sum);
      return count;
    }

    private void add(QueueName queue, ResultSet row) throws SQLException {
      if (taken.isEmpty()) {
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
      LeaseRef ref = new LeaseRef(token, taken.size());
      taken.add(job);
      ClaimedJob taking = claimed(ref, job, now, null, false, row, 11);
      claimed.add(taking);
      bytes += PageBytes.of(taking.payload());
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
            timeout == null ? null : Duration.of(timeout, ChronoUnit.MICROS),
            SqliteColumns.instantOrNull(SqliteColumns.longOrNull(row, column + 8)),
            key == null ? null : new IdempotencyKey(key),
            schedule == null ? null : new ScheduleId(schedule)),
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
