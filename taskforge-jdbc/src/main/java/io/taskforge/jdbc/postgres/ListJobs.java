package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.PageBytes;
import io.taskforge.text.BoundedText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lists, counts and finds jobs, newest id first. */
final class ListJobs {
  private static final int MAX_TEXT_BYTES = 8 * 1024;

  private final Statements statements;
  private final Rows rows;

  ListJobs(Statements statements, Rows rows) {
    this.statements = statements;
    this.rows = rows;
  }

  JobPage list(Connection connection, JobFilter filter) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, ListJobsSql.LIST)) {
      int limit = filter.limit() + 1;
      bind(statement, filter)
          .flag("payloads", filter.payloads())
          .number("offset", filter.offset())
          .number("most", filter.offset() + (long) limit)
          .number("limit", limit)
          .number("max_bytes", PageBytes.MAX);
      Page<Job> page = BoundedPage.read(statement, filter.limit(), rows::job);
      List<Job> items = page.items();
      return new JobPage(items, page.more() ? items.get(items.size() - 1).id() : null);
    }
  }

  long count(Connection connection, JobFilter filter, long most) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, ListJobsSql.COUNT)) {
      return bind(statement, filter).number("most", most).number();
    }
  }

  List<JobId> idsEndingWith(Connection connection, String digits, int scanned) throws SQLException {
    try (NamedStatement statement = statements.on(connection, ListJobsSql.BY_END_OF_ID)) {
      return statement
          .text("pattern", "%" + digits)
          .number("scanned", scanned)
          .list(row -> new JobId(Objects.requireNonNull(row.getObject(1, UUID.class))));
    }
  }

  /** Returns the jobs that exist among {@code ids}, in this order. */
  Map<JobId, Job> find(Connection connection, List<JobId> ids, boolean payloads)
      throws SQLException {
    UUID[] wanted = ids.stream().map(JobId::value).distinct().toArray(UUID[]::new);
    Map<JobId, Job> found = new HashMap<>();
    try (NamedStatement statement = statements.on(connection, ListJobsSql.FIND)) {
      statement
          .ids("ids", wanted)
          .flag("payloads", payloads)
          .list(rows::job)
          .forEach(job -> found.put(job.id(), job));
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

  private static NamedStatement bind(NamedStatement statement, JobFilter filter)
      throws SQLException {
    ScheduleKey schedule = filter.schedule();
    return statement
        .textOf("queue", filter.queue())
        .text("state", name(filter.state()))
        .textOf("type", filter.type())
        .textOf("tenant", filter.tenant())
        .text("error_type", storable(filter.errorType()))
        .text("failure_kind", name(filter.failureKind()))
        .textOf("key", filter.key())
        .text("tag", storable(filter.tag()))
        .textOf("schedule", schedule == null ? null : schedule.id())
        .textOf("schedule_tenant", schedule == null ? null : schedule.tenant())
        .instant("created_from", filter.createdFrom())
        .instant("created_before", filter.createdBefore())
        .id("before", filter.before())
        .textOf("fingerprint", filter.fingerprint())
        .textOf("moved_from", filter.movedFrom())
        .instant("finished_from", filter.finishedFrom())
        .instant("finished_before", filter.finishedBefore());
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }

  // PostgreSQL rejects text that it cannot store, even in a comparison.
  private static @Nullable String storable(@Nullable String text) {
    return text == null ? null : BoundedText.of(text, MAX_TEXT_BYTES);
  }
}
