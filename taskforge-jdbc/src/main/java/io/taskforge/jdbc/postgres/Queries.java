package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Attempt;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads jobs, attempts and totals. Each statement reads one snapshot. */
final class Queries implements JobQueries {
  private static final String WORKERS =
      """
      SELECT
        id, host, version, queues, types, concurrency, running, mode, started_at, last_seen_at
      FROM ${prefix}worker
      WHERE last_seen_at >= COALESCE(:now::timestamptz, statement_timestamp())
        - :silent_us::bigint * interval '1 microsecond'
      ORDER BY id COLLATE "C"
      """;

  private static final String STAYS =
      """
      SELECT
        s.moved_at, s.ended_at, s.dlq_reason, s.moved_from_queue, s.dead_letter_queue, s.ended_how,
        s.ended_by, s.end_reason
      FROM ${prefix}dead_letter_stay s
      WHERE s.job_id = :id
      ORDER BY s.entry DESC
      LIMIT :limit
      """;

  // Sorted, so that the index of lanes is used: without that, a plan may read the table until it
  // has found enough jobs of the lane.
  static final String AHEAD =
      """
      SELECT count(*)
      FROM ${prefix}ready job
      CROSS JOIN LATERAL (
        SELECT FROM ${prefix}ready r
        WHERE r.queue = job.queue
          AND r.priority = job.priority
          AND r.tenant = job.tenant
          AND r.type = job.type
          AND r.lane_key = job.lane_key
          AND r.run_at <= COALESCE(:now::timestamptz, statement_timestamp())
          AND (r.run_at, r.job_id) < (job.run_at, job.job_id)
        ORDER BY r.run_at, r.job_id
        LIMIT :most) ahead
      WHERE job.job_id = :id
      """;

  private final Transactions transactions;
  private final Statements statements;
  private final Columns columns;
  private final ListJobs jobs;
  private final ListAttempts attempts;
  private final StoreTotals stats;
  private final StatisticsTable statistics;
  private final FailureGroups failures;
  private final QueueLoads loads;
  private final FindLeasedJobs leased;
  private final Rows rows;

  Queries(Transactions transactions, Statements statements, Columns columns, Rows rows) {
    this.transactions = transactions;
    this.statements = statements;
    this.columns = columns;
    this.rows = rows;
    this.jobs = new ListJobs(statements, rows);
    this.attempts = new ListAttempts(statements, rows);
    this.stats = new StoreTotals(statements, columns);
    this.statistics = new StatisticsTable(statements);
    this.failures = new FailureGroups(statements, columns);
    this.loads = new QueueLoads(statements, columns);
    this.leased = new FindLeasedJobs(statements, columns, rows);
  }

  @Override
  public Optional<Job> job(JobId id) {
    return transactions.statement(
        "read a job", c -> Optional.ofNullable(jobs.find(c, List.of(id), true).get(id)));
  }

  @Override
  public Map<JobId, Job> jobs(List<JobId> ids) {
    return transactions.statement("read jobs", c -> jobs.find(c, ids, false));
  }

  @Override
  public JobPage list(JobFilter filter) {
    return transactions.statement("list jobs", c -> jobs.list(c, filter));
  }

  @Override
  public long count(JobFilter filter, long most) {
    return transactions.statement("count jobs", c -> jobs.count(c, filter, most));
  }

  @Override
  public List<JobId> idsEndingWith(String digits, int scanned) {
    return transactions.statement("find jobs by id", c -> jobs.idsEndingWith(c, digits, scanned));
  }

  @Override
  public List<JobPlace> places(@Nullable TenantId tenant, Instant from, int most) {
    return transactions.statement("read places", c -> statistics.places(c, tenant, from, most));
  }

  @Override
  public List<Attempt> attempts(AttemptFilter filter) {
    return transactions.statement("read attempts", c -> attempts.list(c, filter));
  }

  @Override
  public List<DeadLetterStay> deadLetterStays(JobId id) {
    return transactions.statement(
        "read dead letter stays",
        c -> {
          try (NamedStatement statement = statements.on(c, STAYS)) {
            return statement.id("id", id).number("limit", DeadLetterStay.MAX).list(rows::stay);
          }
        });
  }

  @Override
  public long ahead(JobId job, int most) {
    return transactions.statement(
        "count jobs ahead",
        c -> {
          try (NamedStatement statement = statements.on(c, AHEAD)) {
            return statement.id("id", job).number("most", most).number();
          }
        });
  }

  @Override
  public Map<LeaseRef, LeasedJob> leased(Collection<LeaseRef> leases) {
    return transactions.statement("read leases", c -> leased.find(c, leases));
  }

  @Override
  public StoreStats stats(@Nullable TenantId tenant) {
    StatisticsFilter all = StatisticsFilter.all().tenant(tenant);
    return transactions.statement(
        "read statistics", c -> stats.read(c, tenant, JobFigures.of(statistics.read(c, all))));
  }

  @Override
  public Map<TenantQueue, QueueLoad> loads() {
    return transactions.statement("read loads", loads::read);
  }

  @Override
  public Map<TenantQueue, RetryActivity> retryActivity(Instant from, Instant to) {
    return transactions.statement(
        "count retries", connection -> loads.retries(connection, from, to));
  }

  @Override
  public List<AttemptTally> statistics(StatisticsFilter filter) {
    return transactions.statement("read statistics", c -> statistics.read(c, filter));
  }

  @Override
  public List<FailureGroup> failureGroups(FailureGroupFilter filter) {
    return transactions.statement(
        "group failures", connection -> failures.groups(connection, filter));
  }

  @Override
  public List<WorkerInfo> workers() {
    return transactions.statement(
        "read workers",
        connection -> {
          try (NamedStatement statement = statements.on(connection, WORKERS)) {
            return statement
                .duration("silent_us", JobStore.DEFAULT_LEASE.multipliedBy(3))
                .list(this::worker);
          }
        });
  }

  private WorkerInfo worker(ResultSet row) throws SQLException {
    return new WorkerInfo(
        new WorkerId(columns.text(row, "id")),
        columns.text(row, "host"),
        columns.text(row, "version"),
        texts(row, "queues").stream().map(QueueName::new).collect(Collectors.toSet()),
        texts(row, "types").stream().map(JobTypeName::new).collect(Collectors.toSet()),
        row.getInt("concurrency"),
        row.getInt("running"),
        WorkerMode.valueOf(columns.text(row, "mode")),
        columns.instant(row, "started_at"),
        columns.instant(row, "last_seen_at"));
  }

  private static Set<String> texts(ResultSet row, String column) throws SQLException {
    Object array = Objects.requireNonNull(row.getArray(column), column).getArray();
    return Set.copyOf(Arrays.asList((String[]) array));
  }
}
