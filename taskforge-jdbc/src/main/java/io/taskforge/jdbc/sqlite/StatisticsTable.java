package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Rows;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.store.StatisticsCell;
import io.taskforge.store.StatisticsCell.Sums;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts of history entries by the hour and by the day. */
final class StatisticsTable {
  private static final String ADD =
      """
      INSERT INTO ${prefix}statistics (hour, queue, tenant, type, category, count, run_us, delay_us)
      VALUES (:hour, :queue, :tenant, :type, :category, :count, :run_us, :delay_us)
      ON CONFLICT (hour, queue, tenant, type, category) DO UPDATE SET
        count = count + excluded.count,
        run_us = run_us + excluded.run_us,
        delay_us = delay_us + excluded.delay_us
      """;
  private static final String ADD_TO_DAY =
      """
      INSERT INTO ${prefix}statistics_day
        (hour, queue, tenant, type, category, count, run_us, delay_us)
      VALUES (:hour - :hour % 24, :queue, :tenant, :type, :category, :count, :run_us, :delay_us)
      ON CONFLICT (hour, queue, tenant, type, category) DO UPDATE SET
        count = count + excluded.count,
        run_us = run_us + excluded.run_us,
        delay_us = delay_us + excluded.delay_us
      """;
  private static final String WAITING =
      """
      SELECT queue, tenant, type, failures FROM ${prefix}ready WHERE job_seq = :job_seq
      """;
  private static final String READ =
      """
      SELECT (hour - :from) / :step AS part, category, sum(count), sum(run_us), sum(delay_us)
      FROM (
        SELECT * FROM ${prefix}statistics WHERE hour >= :from AND hour < :days_from
        UNION ALL
        SELECT * FROM ${prefix}statistics_day WHERE hour >= :days_from AND hour < :days_to
        UNION ALL
        SELECT * FROM ${prefix}statistics WHERE hour >= :days_to AND hour < :to)
      WHERE (:tenant IS NULL OR tenant = :tenant)
        AND (:queue IS NULL OR queue = :queue)
        AND (:type IS NULL OR type = :type)
      GROUP BY part, category
      """;
  private static final String PLACES =
      """
      SELECT DISTINCT tenant, queue, type FROM ${prefix}statistics_day
      WHERE hour >= :from AND (:tenant IS NULL OR tenant = :tenant)
      ORDER BY queue, type, tenant
      LIMIT :most
      """;
  private static final String PURGE =
      """
      DELETE FROM ${prefix}statistics WHERE hour < :oldest
      """;
  private static final String PURGE_DAYS =
      """
      DELETE FROM ${prefix}statistics_day WHERE hour < :oldest
      """;

  void add(Session session, Map<StatisticsCell, Sums> cells) throws SQLException {
    for (String sql : List.of(ADD, ADD_TO_DAY)) {
      for (Map.Entry<StatisticsCell, Sums> each : cells.entrySet()) {
        StatisticsCell cell = each.getKey();
        session
            .statement(sql)
            .number("hour", cell.hour())
            .text("queue", cell.queue().value())
            .text("tenant", cell.tenant().value())
            .text("type", cell.type().value())
            .number("category", cell.category())
            .number("count", each.getValue().count())
            .fractionOrNull("run_us", each.getValue().runMicros())
            .fractionOrNull("delay_us", each.getValue().delayMicros())
            .addToBatch();
      }
      if (!cells.isEmpty()) {
        session.writeBatch(sql);
      }
    }
  }

  /** Counts a job that is about to leave the waiting jobs by request. */
  void addEnded(Session session, long jobSeq, JobState as, long now) throws SQLException {
    StatisticsCell cell =
        session
            .statement(WAITING)
            .number("job_seq", jobSeq)
            .first(
                row ->
                    new StatisticsCell(
                        StatisticsFilter.hour(SqliteColumns.instant(now)),
                        new TenantId(row.getString(2)),
                        new QueueName(row.getString(1)),
                        new JobTypeName(row.getString(3)),
                        AttemptCategory.endedWhileWaiting(row.getInt(4), as).code()));
    add(session, Map.of(Objects.requireNonNull(cell), Sums.ONE));
  }

  List<AttemptTally> read(Session session, StatisticsFilter filter) throws SQLException {
    return Rows.tallies(session.statement(READ), filter);
  }

  List<JobPlace> places(Session session, @Nullable TenantId tenant, Instant from, int most)
      throws SQLException {
    return session
        .statement(PLACES)
        .number("from", StatisticsFilter.oldestHour(from))
        .textOf("tenant", tenant)
        .number("most", most)
        .list(Rows::place);
  }

  /** Deletes rows of days that ended longer than {@code kept} ago. */
  int purge(Session session, Duration kept, long now) throws SQLException {
    long oldest =
        StatisticsFilter.oldestHour(SqliteColumns.instant(now - SqliteColumns.later(0, kept)));
    session.statement(PURGE_DAYS).number("oldest", oldest).update();
    return session.statement(PURGE).number("oldest", oldest).update();
  }
}
