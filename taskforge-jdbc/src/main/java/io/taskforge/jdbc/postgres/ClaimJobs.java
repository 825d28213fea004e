package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.jdbc.postgres.ClaimCursors.Start;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.TenantRoundRobin.Turn;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Claims due jobs for a worker, in one statement for all its queues. */
final class ClaimJobs {
  private final Map<DueJobsSql, String> claim = new EnumMap<>(DueJobsSql.class);
  private final Map<DueJobsSql, String> claimOfOne = new EnumMap<>(DueJobsSql.class);
  private final ClaimCursors cursors;
  private final Rows rows;

  private final Statements statements;

  ClaimJobs(Statements statements, ClaimCursors cursors, Rows rows) {
    this.statements = statements;
    for (DueJobsSql due : DueJobsSql.values()) {
      claim.put(due, ClaimSql.claim(due));
      claimOfOne.put(due, ClaimSql.claimOfOne(due));
    }
    this.cursors = cursors;
    this.rows = rows;
  }

  /** Thrown if the claimed payloads exceed the limit of bytes; has the number of jobs that fit. */
  static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final int fitting;

    TooLargeException(int fitting) {
      super("only " + fitting + " jobs fit", null, false, false);
      this.fitting = fitting;
    }
  }

  /**
   * Claims jobs.
   *
   * @throws TooLargeException if the payloads exceed the limit of bytes: the caller must roll the
   *     transaction back and claim fewer jobs
   */
  List<ClaimedJob> claim(Connection connection, ClaimRequest request) throws SQLException {
    Map<String, Integer> limits = new LinkedHashMap<>();
    for (ClaimRequest.QueueLimit from : request.queues()) {
      limits.putIfAbsent(from.queue().value(), Math.max(0, from.limit()));
    }
    if (limits.isEmpty() || request.types().isEmpty()) {
      return List.of();
    }
    ClaimCursors.Look look = cursors.look(request);
    List<ClaimedJob> claimed = claim(connection, request, limits, look);
    if (claimed.isEmpty() && !look.whole()) {
      ClaimCursors.Look again = cursors.look(request);
      return again.whole() ? claim(connection, request, limits, again) : claimed;
    }
    return claimed;
  }

  private List<ClaimedJob> claim(
      Connection connection,
      ClaimRequest request,
      Map<String, Integer> limits,
      ClaimCursors.Look look)
      throws SQLException {
    boolean shared =
        look.whole()
            || look.isShared()
            || request.perTenant() < request.limit()
            || !request.tenantLimits().isEmpty();
    DueJobsSql due = DueJobsSql.of(request.types().size());
    String sql = Objects.requireNonNull((shared ? claim : claimOfOne).get(due));
    try (NamedStatement statement = statements.planned(connection, sql)) {
      if (shared) {
        bindTenants(statement, request);
        bindTurns(statement, request, look);
      }
      bindStarts(statement, look.starts());
      statement
          .texts("queues", limits.keySet().toArray(String[]::new))
          .ints("limits", limits.values().stream().mapToInt(limit -> limit).toArray())
          .texts("types", request.types().stream().map(JobTypeName::value).toArray(String[]::new))
          .number("limit", request.limit())
          .number("max_bytes", request.maxBytes())
          .text("worker", request.lease().worker().value())
          .duration("lease_us", request.lease().duration());
      try (ResultSet row = statement.query()) {
        return cursors.learn(request, look, answer(row));
      }
    }
  }

  private static void bindTurns(
      NamedStatement statement, ClaimRequest request, ClaimCursors.Look look) throws SQLException {
    List<Turn> turns = look.turns();
    statement
        .flag("whole", look.whole())
        .number("fewest_lanes", ClaimCursors.MIN_LANES)
        .number("most_lanes", ClaimCursors.maxLanes(request.types().size()))
        .number("most_due", ClaimCursors.MAX_DUE_LANES)
        .texts("turn_queues", turns.stream().map(t -> t.queue().value()).toArray(String[]::new))
        .ints("turn_priorities", turns.stream().mapToInt(Turn::priority).toArray())
        .texts("turn_tenants", turns.stream().map(t -> t.last().value()).toArray(String[]::new));
  }

  private static void bindStarts(NamedStatement statement, List<Start> starts) throws SQLException {
    statement
        .texts("known_queues", starts.stream().map(s -> s.queue().value()).toArray(String[]::new))
        .ints("known_priorities", starts.stream().mapToInt(Start::priority).toArray())
        .texts("known_tenants", starts.stream().map(s -> s.tenant().value()).toArray(String[]::new))
        .longs("known_run_ats", starts.stream().mapToLong(ClaimJobs::runAt).toArray())
        .ids("known_jobs", starts.stream().map(s -> s.after().id().value()).toArray(UUID[]::new));
  }

  private static void bindTenants(NamedStatement statement, ClaimRequest request)
      throws SQLException {
    List<Map.Entry<TenantId, Integer>> limited = List.copyOf(request.tenantLimits().entrySet());
    statement
        .flag("everybody", request.tenants().isEmpty())
        .texts("tenants", request.tenants().stream().map(TenantId::value).toArray(String[]::new))
        .number("per_tenant", request.perTenant())
        .texts(
            "limited_tenants", limited.stream().map(t -> t.getKey().value()).toArray(String[]::new))
        .ints("tenant_limits", limited.stream().mapToInt(Map.Entry::getValue).toArray());
  }

  private ClaimCursors.Answer answer(ResultSet row) throws SQLException {
    boolean any = row.next();
    List<Turn> cut = any ? cut(row) : List.of();
    List<ClaimedJob> claimed = new ArrayList<>();
    // If no job was claimed, there can be one row that has only the positions where the search
    // ended.
    any = any && row.getObject("token") != null;
    while (any) {
      if (row.getString("payload") == null) {
        throw new TooLargeException(claimed.size());
      }
      claimed.add(rows.claimed(row));
      any = row.next();
    }
    return new ClaimCursors.Answer(claimed, cut);
  }

  private static List<Turn> cut(ResultSet row) throws SQLException {
    Array queues = row.getArray("cut_queues");
    if (queues == null) {
      return List.of();
    }
    String[] names = (String[]) queues.getArray();
    Integer[] priorities = (Integer[]) row.getArray("cut_priorities").getArray();
    String[] tenants = (String[]) row.getArray("cut_tenants").getArray();
    List<Turn> cut = new ArrayList<>(names.length);
    for (int i = 0; i < names.length; i++) {
      cut.add(new Turn(new QueueName(names[i]), priorities[i], new TenantId(tenants[i])));
    }
    return cut;
  }

  private static long runAt(Start start) {
    return Objects.requireNonNull(PostgresColumns.sinceEpoch(start.after().runAt()));
  }
}
