package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.ScheduleKey;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Lists jobs, newest id first. If an index selects few jobs, such as the running or failed ones,
 * the query starts from that index. Otherwise it scans jobs by id, or those of the tenant if the
 * filter names one, or those of the schedule.
 */
final class ListJobs {
  private static final int NO_LIMIT = -1;
  private static final int MAX_SMALL_TENANT_JOBS = 5_000;
  private static final byte[] AFTER_ALL_IDS = new byte[17];

  static {
    Arrays.fill(AFTER_ALL_IDS, (byte) 0xFF);
  }

  private final LeaseTable leases;
  private final FindJobs lookup;

  ListJobs(LeaseTable leases, FindJobs lookup) {
    this.leases = leases;
    this.lookup = lookup;
  }

  JobPage page(Session session, JobFilter filter) throws SQLException {
    String sql = fastest(session, filter);
    List<Long> seqs = bind(session, sql, filter, filter.limit() + 1).list(row -> row.getLong(1));
    Page<Job> page = lookup.page(session, seqs, filter.limit(), filter.payloads());
    List<Job> items = page.items();
    return new JobPage(items, page.more() ? items.get(items.size() - 1).id() : null);
  }

  /** Counts the rows of the list, which SQLite passes to this process one by one. */
  long count(Session session, JobFilter filter, long most) throws SQLException {
    int limit = most > Integer.MAX_VALUE ? NO_LIMIT : (int) most;
    return bind(session, fastest(session, filter), filter.offset(0), limit).countRows();
  }

  List<JobId> idsEndingWith(Session session, String digits, int scanned) throws SQLException {
    return session
        .statement(ListJobsSql.BY_END_OF_ID)
        .text("pattern", "%" + digits)
        .number("scanned", scanned)
        .list(row -> SqliteColumns.id(row.getBytes(1)));
  }

  /** Returns the statement that finds the jobs fastest. */
  private static String fastest(Session session, JobFilter filter) throws SQLException {
    if (filter.tag() != null) {
      return ListJobsSql.BY_TAG;
    }
    if (filter.schedule() != null) {
      return ListJobsSql.BY_SCHEDULE;
    }
    JobState state = filter.state();
    boolean unsuccessful = state != null && state.isFinal() && state != JobState.SUCCEEDED;
    if (filter.fingerprint() != null) {
      // The first page starts from the failure group, which may be small. Later pages continue
      // where the previous page ended, so that a large group is not collected again for every page.
      return unsuccessful && filter.before() != null ? ListJobsSql.UNSUCCESSFUL : ListJobsSql.FEW;
    }
    if (filter.key() != null || state == JobState.RUNNING) {
      return ListJobsSql.FEW;
    }
    if (state == JobState.QUEUED || state == JobState.RETRYING) {
      return ListJobsSql.WAITING;
    }
    if (unsuccessful && !isOfSmallTenant(session, filter)) {
      return ListJobsSql.UNSUCCESSFUL;
    }
    return isOfTenant(filter) ? ListJobsSql.BY_TENANT : ListJobsSql.BY_ID;
  }

  /**
   * Whether the index of tenants has the wanted jobs; it does not have those of the default tenant.
   */
  private static boolean isOfTenant(JobFilter filter) {
    return filter.tenant() != null && !filter.tenant().equals(TenantId.DEFAULT);
  }

  /**
   * Whether the tenant has so few jobs that reading all of them is faster than reading all tenants'
   * jobs of one state.
   */
  private static boolean isOfSmallTenant(Session session, JobFilter filter) throws SQLException {
    return isOfTenant(filter)
        && session
                .statement(ListJobsSql.IS_LARGE)
                .textOf("tenant", filter.tenant())
                .number("most", MAX_SMALL_TENANT_JOBS)
                .first(row -> row.getLong(1))
            == null;
  }

  private NamedStatement bind(Session session, String sql, JobFilter filter, int limit)
      throws SQLException {
    NamedStatement statement =
        session
            .statement(sql)
            .textOf("queue", filter.queue())
            .textOf("type", filter.type())
            .textOf("tenant", filter.tenant())
            .text("error_type", filter.errorType())
            .text("failure_kind", filter.failureKind() == null ? null : filter.failureKind().name())
            .number("created_from", SqliteColumns.fromMicros(filter.createdFrom()))
            .number("created_before", SqliteColumns.beforeMicros(filter.createdBefore()))
            .bytes(
                "before",
                filter.before() == null ? AFTER_ALL_IDS : SqliteColumns.blob(filter.before()))
            .text("state", filter.state() == null ? null : filter.state().name())
            .textOf("moved_from", filter.movedFrom())
            .instant("finished_from", filter.finishedFrom())
            .instant("finished_before", filter.finishedBefore())
            .number("limit", limit)
            .number("offset", filter.offset());
    if (!sql.equals(ListJobsSql.BY_ID)
        && !sql.equals(ListJobsSql.BY_TENANT)
        && !sql.equals(ListJobsSql.WAITING)) {
      statement.textOf("fingerprint", filter.fingerprint()).textOf("key", filter.key());
    }
    if (filter.tag() != null) {
      statement.text("tag", StorableText.clean(filter.tag()));
    }
    ScheduleKey schedule = filter.schedule();
    if (schedule != null || filter.tag() != null) {
      statement
          .textOf("schedule", schedule == null ? null : schedule.id())
          .textOf("schedule_tenant", schedule == null ? null : schedule.tenant());
    }
    return sql.equals(ListJobsSql.WAITING) || sql.equals(ListJobsSql.UNSUCCESSFUL)
        ? statement
        : statement.text("running", running(session, filter));
  }

  /**
   * The running jobs as JSON if the filter includes them. The queue of a running job is stored in
   * its lease only.
   */
  private String running(Session session, JobFilter filter) throws SQLException {
    return filter.queue() == null && filter.state() != JobState.RUNNING
        ? "[]"
        : RunningJob.json(RunningJob.all(session, leases));
  }
}
