package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Page;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists jobs, newest id first. Where the states that are asked for are few jobs among many, the
 * list starts from those, else from the jobs by id: the tenant's own, if one is asked for.
 */
final class ListJobs {
  private static final int NO_LIMIT = -1;
  private static final int MOST_OF_A_SMALL_TENANT = 5_000;
  private static final byte[] AFTER_ALL_IDS = new byte[17];

  static {
    Arrays.fill(AFTER_ALL_IDS, (byte) 0xFF);
  }

  private final LeaseTable leases;
  private final FindJobs lookup;
  private final Statement byId;
  private final Statement byTenant;
  private final Statement unsuccessful;
  private final Statement waiting;
  private final Statement waitingOfTenant;
  private final String isLarge;
  private final Statement running;
  private final Statement byKey;
  private final Statement byFingerprint;

  ListJobs(String prefix, LeaseTable leases, FindJobs lookup) {
    this.leases = leases;
    this.lookup = lookup;
    byId = new Statement(ListJobsSql.BY_ID, prefix, 14);
    byTenant = new Statement(ListJobsSql.BY_TENANT, prefix, 14);
    unsuccessful = new Statement(ListJobsSql.UNSUCCESSFUL, prefix, 16);
    waiting = new Statement(ListJobsSql.WAITING, prefix, 10);
    waitingOfTenant = new Statement(ListJobsSql.WAITING_OF_TENANT, prefix, 10);
    isLarge = ListJobsSql.IS_LARGE.replace("${prefix}", prefix);
    running = new Statement(ListJobsSql.RUNNING, prefix, 14);
    byKey = new Statement(ListJobsSql.BY_KEY, prefix, 16);
    byFingerprint = new Statement(ListJobsSql.BY_FINGERPRINT, prefix, 16);
  }

  /** A statement and the number of its last parameter. */
  private record Statement(String sql, int parameters) {
    Statement(String text, String prefix, int parameters) {
      this(text.replace("${prefix}", prefix), parameters);
    }
  }

  JobPage page(Session session, JobFilter filter) throws SQLException {
    Page<Job> page = lookup.page(session, seqs(session, filter), filter.limit(), filter.payloads());
    List<Job> items = page.items();
    return new JobPage(items, page.more() ? items.get(items.size() - 1).id() : null);
  }

  long count(Session session, JobFilter filter) throws SQLException {
    return filter.key() != null && filter.fingerprint() == null
        ? withKey(session, filter).count()
        : chosen(session, filter.offset(0), ListJobs::counted).stream()
            .mapToLong(Long::longValue)
            .sum();
  }

  private List<Long> seqs(Session session, JobFilter filter) throws SQLException {
    if (filter.key() != null && filter.fingerprint() == null) {
      List<Long> seqs = new ArrayList<>();
      for (Job job : withKey(session, filter).skip(filter.offset()).toList()) {
        seqs.add(lookup.seq(session, job.id()));
      }
      return seqs;
    }
    return chosen(session, filter, ListJobs::seqs);
  }

  /** What to do with the statement that finds jobs fastest. */
  private interface Use {
    List<Long> with(
        Session session, Statement statement, JobFilter filter, @Nullable String running)
        throws SQLException;
  }

  private List<Long> chosen(Session session, JobFilter filter, Use use) throws SQLException {
    JobState state = filter.state();
    boolean unsuccessfulOnly = state != null && state.isFinal() && state != JobState.SUCCEEDED;
    // The first page starts from the group, which may be small; those that follow it from where it
    // ended, or a large group would be gathered anew for every page.
    if (filter.fingerprint() != null && !(unsuccessfulOnly && filter.before() != null)) {
      return use.with(session, byFingerprint, filter, queuesOfRunning(session, filter));
    }
    if (state == null || state == JobState.SUCCEEDED) {
      Statement all = isOfTenant(filter) ? byTenant : byId;
      return use.with(session, all, filter, queuesOfRunning(session, filter));
    }
    if (unsuccessfulOnly && filter.fingerprint() == null && isOfSmallTenant(session, filter)) {
      return use.with(session, byTenant, filter, "[]");
    }
    if (unsuccessfulOnly) {
      return use.with(session, unsuccessful, filter, null);
    }
    if (filter.movedFrom() != null
        || filter.finishedFrom() != null
        || filter.finishedBefore() != null) {
      return List.of(); // only finished jobs have these
    }
    return state == JobState.RUNNING
        ? use.with(session, running, filter, running(session))
        : use.with(session, filter.tenant() == null ? waiting : waitingOfTenant, filter, null);
  }

  /** The default tenant's jobs are not in the index of tenants. */
  private static boolean isOfTenant(JobFilter filter) {
    return filter.tenant() != null && !filter.tenant().equals(TenantId.DEFAULT);
  }

  /** Whether the tenant's jobs of all states are fewer than all tenants' of one state may be. */
  private boolean isOfSmallTenant(Session session, JobFilter filter) throws SQLException {
    return isOfTenant(filter)
        && session
            .query(isLarge, row -> row.getLong(1), text(filter.tenant()), MOST_OF_A_SMALL_TENANT)
            .isEmpty();
  }

  /** Only the queue of a running job is not in a table. */
  private String queuesOfRunning(Session session, JobFilter filter) throws SQLException {
    return filter.queue() == null ? "[]" : running(session);
  }

  private String running(Session session) throws SQLException {
    return RunningJob.json(RunningJob.all(session, leases));
  }

  private static List<Long> seqs(
      Session session, Statement statement, JobFilter filter, @Nullable String running)
      throws SQLException {
    return select(session, statement.sql, statement, filter, filter.limit() + 1, running);
  }

  private static List<Long> counted(
      Session session, Statement statement, JobFilter filter, @Nullable String running)
      throws SQLException {
    String sql = "SELECT count(*) FROM (" + statement.sql + ")";
    return select(session, sql, statement, filter, NO_LIMIT, running);
  }

  private static List<Long> select(
      Session session,
      String sql,
      Statement statement,
      JobFilter filter,
      int limit,
      @Nullable String running)
      throws SQLException {
    @Nullable Object[] values = {
      text(filter.queue()),
      text(filter.type()),
      text(filter.tenant()),
      filter.errorType(),
      filter.createdFrom() == null ? Long.MIN_VALUE : SqliteColumns.micros(filter.createdFrom()),
      filter.createdBefore() == null
          ? Long.MAX_VALUE
          : SqliteColumns.micros(filter.createdBefore()),
      filter.before() == null ? AFTER_ALL_IDS : SqliteColumns.blob(filter.before()),
      limit,
      filter.offset(),
      filter.state() == null ? null : filter.state().name(),
      text(filter.movedFrom()),
      SqliteColumns.microsOrNull(filter.finishedFrom()),
      SqliteColumns.microsOrNull(filter.finishedBefore()),
      running,
      text(filter.fingerprint()),
      text(filter.key())
    };
    return session.query(sql, row -> row.getLong(1), Arrays.copyOf(values, statement.parameters));
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  // A key names one job of each tenant at most: what is left to filter is done here.
  private Stream<Job> withKey(Session session, JobFilter filter) throws SQLException {
    return lookup.jobs(session, seqs(session, byKey, filter, null), false).stream()
        .filter(job -> filter.queue() == null || filter.queue().equals(job.queue()))
        .filter(job -> filter.state() == null || filter.state() == job.state())
        .filter(job -> filter.errorType() == null || failedWith(job, filter.errorType()))
        .filter(job -> filter.movedFrom() == null || cameFrom(job, filter.movedFrom()))
        .filter(job -> isFinishedInTime(job.finishedAt(), filter));
  }

  private static boolean failedWith(Job job, String errorType) {
    JobError error = job.lastError();
    return error != null && error.type().equalsIgnoreCase(errorType);
  }

  private static boolean cameFrom(Job job, QueueName queue) {
    DeadLetter dead = job.deadLetter();
    return dead != null && dead.movedFrom().equals(queue);
  }

  private static boolean isFinishedInTime(@Nullable Instant finishedAt, JobFilter filter) {
    Instant from = filter.finishedFrom();
    Instant before = filter.finishedBefore();
    return (from == null && before == null)
        || (finishedAt != null
            && (from == null || !finishedAt.isBefore(from))
            && (before == null || finishedAt.isBefore(before)));
  }
}
