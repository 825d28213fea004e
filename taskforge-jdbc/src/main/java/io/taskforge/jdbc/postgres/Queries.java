package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.WorkerInfo;
import io.taskforge.stats.AttemptCounts;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.RetryCounts;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.stats.StoreStats;
import io.taskforge.stats.TenantQueue;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import io.taskforge.text.BoundedText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads jobs, attempts and totals; each answer is one statement, so one snapshot. */
final class Queries implements JobQueries {
  private static final int ALL = Integer.MAX_VALUE;
  private static final int MAX_ERROR_BYTES = 8 * 1024;

  private final Transactions transactions;
  private final Columns columns;
  private final Rows rows;
  private final NamedSql jobs;
  private final NamedSql jobPage;
  private final NamedSql count;
  private final NamedSql attempts;
  private final StoreTotals stats;
  private final AttemptStatistics history;
  private final QueueLoads loads;
  private final NamedSql workers;
  private final FindLeasedJob leased;

  Queries(Transactions transactions, Dialect dialect, Columns columns, Rows rows) {
    this.transactions = transactions;
    this.columns = columns;
    this.rows = rows;
    this.jobs = NamedSql.planned(QueriesSql.JOBS, dialect);
    this.jobPage = NamedSql.planned(QueriesSql.JOB_PAGE, dialect);
    this.count = NamedSql.planned("SELECT count(*) FROM (" + QueriesSql.JOBS + ") found", dialect);
    this.attempts = NamedSql.of(QueriesSql.ATTEMPT_PAGE, dialect);
    this.stats = new StoreTotals(dialect, columns);
    this.history = new AttemptStatistics(dialect, columns);
    this.loads = new QueueLoads(dialect, columns);
    this.workers = NamedSql.of(QueriesSql.WORKERS, dialect);
    this.leased = new FindLeasedJob(dialect, columns, rows);
  }

  @Override
  public Optional<Job> job(JobId id) {
    return Optional.ofNullable(jobs("read a job", List.of(id), true).get(id));
  }

  @Override
  public Map<JobId, Job> jobs(List<JobId> ids) {
    return jobs("read jobs", ids, false);
  }

  private Map<JobId, Job> jobs(String action, List<JobId> ids, boolean payloads) {
    UUID[] wanted = ids.stream().map(JobId::value).distinct().toArray(UUID[]::new);
    Map<JobId, Job> found = new HashMap<>();
    JobFilter all = payloads ? JobFilter.all(1) : JobFilter.all(1).withoutPayloads();
    for (Job job :
        select(action, jobs, wanted, all, Math.max(1, wanted.length), s -> read(s, rows::job))) {
      found.put(job.id(), job);
    }
    Map<JobId, Job> inOrder = new LinkedHashMap<>();
    for (JobId id : ids) {
      Job job = found.get(id);
      if (job != null) {
        inOrder.put(id, job);
      }
    }
    return inOrder;
  }

  @Override
  public JobPage list(JobFilter filter) {
    Page<Job> page =
        select(
            "list jobs",
            jobPage,
            null,
            filter,
            filter.limit() + 1,
            statement -> PageSql.read(statement, filter.limit(), rows::job));
    List<Job> items = page.items();
    return new JobPage(items, page.more() ? items.get(items.size() - 1).id() : null);
  }

  @Override
  public long count(JobFilter filter) {
    return select(
        "count jobs",
        count,
        null,
        filter.offset(0),
        ALL,
        statement -> read(statement, row -> row.getLong(1)).get(0));
  }

  /** Reads the answer to a statement. */
  private interface Answer<T> {
    T read(NamedStatement statement) throws SQLException;
  }

  private <T> T select(
      String action,
      NamedSql sql,
      UUID @Nullable [] ids,
      JobFilter filter,
      int limit,
      Answer<T> answer) {
    return transactions.statement(
        action,
        connection -> {
          try (NamedStatement statement = sql.on(connection)) {
            statement
                .ids("ids", ids)
                .flag("payloads", filter.payloads())
                .text("queue", text(filter.queue()))
                .text("state", filter.state() == null ? null : filter.state().name())
                .text("type", text(filter.type()))
                .text("tenant", text(filter.tenant()))
                .text("error_type", errorType(filter))
                .text("key", text(filter.key()))
                .instant("created_from", filter.createdFrom())
                .instant("created_before", filter.createdBefore())
                .id("before", filter.before() == null ? null : filter.before().value())
                .text("fingerprint", text(filter.fingerprint()))
                .text("moved_from", text(filter.movedFrom()))
                .instant("finished_from", filter.finishedFrom())
                .instant("finished_before", filter.finishedBefore())
                .number("offset", filter.offset())
                .number("most", filter.offset() + limit)
                .number("limit", limit);
            return answer.read(statement);
          }
        });
  }

  @Override
  public List<Attempt> attempts(AttemptFilter filter) {
    return transactions.statement(
        "read attempts",
        connection -> {
          try (NamedStatement statement = attempts.on(connection)) {
            int limit = Math.max(0, filter.limit());
            Integer before = filter.before();
            statement
                .id("id", filter.job().value())
                .numberOrNull("before", before == null ? null : before.longValue())
                .flag("texts", filter.texts())
                .number("limit", limit);
            List<Attempt> found = PageSql.read(statement, limit, rows::attempt).items();
            Collections.reverse(found);
            return List.copyOf(found);
          }
        });
  }

  @Override
  public Optional<LeasedJob> leased(LeaseRef lease, JobId job) {
    return transactions.statement("read a lease", c -> leased.find(c, lease, job));
  }

  @Override
  public StoreStats stats() {
    return transactions.statement("read statistics", stats::read);
  }

  @Override
  public Map<TenantQueue, QueueLoad> loads() {
    return transactions.statement("read loads", loads::read);
  }

  @Override
  public Map<TenantQueue, AttemptCounts> attemptCounts(Instant from, Instant to) {
    return transactions.statement(
        "count attempts", connection -> loads.attempts(connection, from, to));
  }

  @Override
  public RetryMetrics retryMetrics(QueueName queue, Instant from, Instant to) {
    return RetryMetrics.of(tallies("read retry metrics", queue, from, to), from, to);
  }

  @Override
  public RetryPatterns retryPatterns(QueueName queue, Instant from, Instant to) {
    return RetryPatterns.of(tallies("read retry patterns", queue, from, to));
  }

  private List<RetryCounts> tallies(String action, QueueName queue, Instant from, Instant to) {
    return transactions.statement(
        action, connection -> history.tallies(connection, queue, from, to));
  }

  @Override
  public List<FailureGroup> failureGroups(FailureGroupFilter filter) {
    return transactions.statement(
        "group failures", connection -> history.groups(connection, filter));
  }

  @Override
  public List<WorkerInfo> workers() {
    return transactions.statement(
        "read workers",
        connection -> {
          try (NamedStatement statement = workers.on(connection)) {
            statement.duration("silent_us", JobStore.DEFAULT_LEASE.multipliedBy(3));
            return read(statement, this::worker);
          }
        });
  }

  private WorkerInfo worker(ResultSet row) throws SQLException {
    return new WorkerInfo(
        new WorkerId(columns.text(row, "id")),
        columns.text(row, "host"),
        texts(row, "queues").stream().map(QueueName::new).collect(Collectors.toSet()),
        texts(row, "types").stream().map(JobType::new).collect(Collectors.toSet()),
        row.getInt("concurrency"),
        row.getInt("running"),
        columns.instant(row, "started_at"),
        columns.instant(row, "last_seen_at"));
  }

  private static Set<String> texts(ResultSet row, String column) throws SQLException {
    Object array = Objects.requireNonNull(row.getArray(column), column).getArray();
    return Set.copyOf(Arrays.asList((String[]) array));
  }

  private static <T> List<T> read(NamedStatement statement, PageSql.Reader<T> reader)
      throws SQLException {
    try (ResultSet row = statement.query()) {
      List<T> found = new ArrayList<>();
      while (row.next()) {
        found.add(reader.read(row));
      }
      return found;
    }
  }

  // What can't be stored is in no row; the database would refuse to compare it.
  private static @Nullable String errorType(JobFilter filter) {
    return filter.errorType() == null ? null : BoundedText.of(filter.errorType(), MAX_ERROR_BYTES);
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
