package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobState;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.store.StatisticsCell;
import io.taskforge.store.StatisticsCell.Sums;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Hourly counts of history entries. */
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
  private static final String ADD_ENDED =
      """
      INSERT INTO ${prefix}statistics (hour, queue, tenant, type, category, count, run_us, delay_us)
      SELECT :hour, queue, tenant, type, :category + min(failures, :max_retry), 1, 0, 0
      FROM ${prefix}ready WHERE job_seq = :job_seq
      ON CONFLICT (hour, queue, tenant, type, category) DO UPDATE SET count = count + 1
      """;
  private static final String READ =
      """
      SELECT (hour - :from) / :step AS part, category, sum(count), sum(run_us), sum(delay_us)
      FROM ${prefix}statistics
      WHERE hour >= :from AND hour < :to
        AND (:tenant IS NULL OR tenant = :tenant)
        AND (:queue IS NULL OR queue = :queue)
        AND (:type IS NULL OR type = :type)
      GROUP BY part, category
      """;
  private static final String PURGE =
      """
      DELETE FROM ${prefix}statistics WHERE hour < :oldest
      """;

  void add(Session session, Map<StatisticsCell, Sums> cells) throws SQLException {
    for (Map.Entry<StatisticsCell, Sums> each : cells.entrySet()) {
      StatisticsCell cell = each.getKey();
      session
          .statement(ADD)
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
      session.writeBatch(ADD);
    }
  }

  /** Counts a job that is about to leave the waiting jobs by request. */
  void addEnded(Session session, long jobSeq, JobState as, long now) throws SQLException {
    session
        .statement(ADD_ENDED)
        .number("hour", StatisticsFilter.hour(SqliteColumns.instant(now)))
        .number("category", AttemptCategory.endedWhileWaiting(0, as).code())
        .number("max_retry", AttemptCategory.MAX_RETRY)
        .number("job_seq", jobSeq)
        .update();
  }

  List<AttemptTally> read(Session session, StatisticsFilter filter) throws SQLException {
    return session
        .statement(READ)
        .number("from", filter.fromHour())
        .number("to", filter.toHour())
        .number("step", filter.stepHours())
        .textOf("tenant", filter.tenant())
        .textOf("queue", filter.queue())
        .textOf("type", filter.type())
        .list(
            row ->
                new AttemptTally(
                    filter.start(row.getLong(1)),
                    AttemptCategory.of(row.getInt(2)),
                    row.getLong(3),
                    row.getDouble(4),
                    row.getDouble(5)));
  }

  /** Deletes rows of hours that ended longer than {@code kept} ago. */
  int purge(Session session, Duration kept, long now) throws SQLException {
    long oldest = now - SqliteColumns.later(0, kept);
    return session
        .statement(PURGE)
        .number("oldest", StatisticsFilter.hour(SqliteColumns.instant(oldest)))
        .update();
  }
}
