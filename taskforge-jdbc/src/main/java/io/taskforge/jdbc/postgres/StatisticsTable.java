package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hourly counts of history entries. Commits append what they count to statistics_delta, because
 * updating shared rows would make them wait for each other. {@link #fold} adds it to the rows of
 * its hour and of its day; reads sum whole days, the hours before and after them, and the rest.
 */
final class StatisticsTable {
  /** The most rows that one call of {@link #fold} or {@link #purge} takes. */
  static final int BATCH = 50_000;

  // Totals, of all tenants or of one, have empty names.
  static final String READ =
      """
      SELECT
        (hour - :from) / :step AS part, category, sum(count)::bigint AS count,
        sum(run_us) AS run_us, sum(delay_us) AS delay_us
      FROM (
        SELECT * FROM ${prefix}statistics WHERE hour >= :from AND hour < :days_from
        UNION ALL
        SELECT * FROM ${prefix}statistics_day WHERE hour >= :days_from AND hour < :days_to
        UNION ALL
        SELECT * FROM ${prefix}statistics WHERE hour >= :days_to AND hour < :to
        UNION ALL
        SELECT
          hour,
          CASE WHEN :totals THEN '' ELSE queue END,
          CASE WHEN :totals AND :tenant::text IS NULL THEN '' ELSE tenant END,
          CASE WHEN :totals THEN '' ELSE type END,
          category, count, run_us, delay_us
        FROM ${prefix}statistics_delta
        WHERE hour >= :from AND hour < :to) counted
      WHERE CASE
        WHEN :totals THEN queue = '' AND type = '' AND tenant = COALESCE(:tenant::text, '')
        ELSE (:tenant::text IS NULL OR tenant = :tenant)
          AND (:queue::text IS NULL OR queue = :queue)
          AND (:type::text IS NULL OR type = :type) END
      GROUP BY 1, 2
      """;

  // One statement, so a delta is either still there or counted. The lock lets one node work at a
  // time; rows that another node has just deleted are skipped by the DELETE.
  private static final String FOLD =
      """
      WITH turn AS MATERIALIZED (
        SELECT pg_try_advisory_xact_lock(:lock) AS mine),
      gone AS (
        DELETE FROM ${prefix}statistics_delta
        WHERE ctid = ANY (ARRAY(
          SELECT d.ctid FROM turn CROSS JOIN ${prefix}statistics_delta d
          WHERE turn.mine
          LIMIT :limit))
        RETURNING *),
      counted AS MATERIALIZED (
        SELECT
          hour, COALESCE(queue, '') AS queue, COALESCE(tenant, '') AS tenant,
          COALESCE(type, '') AS type, category, sum(count) AS count, sum(run_us) AS run_us,
          sum(delay_us) AS delay_us
        FROM gone
        GROUP BY GROUPING SETS (
          (hour, queue, tenant, type, category), (hour, tenant, category), (hour, category))),
      folded AS (
        INSERT INTO ${prefix}statistics AS s (
          hour, queue, tenant, type, category, count, run_us, delay_us)
        SELECT hour, queue, tenant, type, category, count, run_us, delay_us
        FROM counted
        ON CONFLICT (hour, queue, tenant, type, category) DO UPDATE SET
          count = s.count + excluded.count,
          run_us = s.run_us + excluded.run_us,
          delay_us = s.delay_us + excluded.delay_us),
      by_day AS (
        INSERT INTO ${prefix}statistics_day AS s (
          hour, queue, tenant, type, category, count, run_us, delay_us)
        SELECT
          hour - hour % 24, queue, tenant, type, category, sum(count), sum(run_us), sum(delay_us)
        FROM counted
        GROUP BY hour - hour % 24, queue, tenant, type, category
        ON CONFLICT (hour, queue, tenant, type, category) DO UPDATE SET
          count = s.count + excluded.count,
          run_us = s.run_us + excluded.run_us,
          delay_us = s.delay_us + excluded.delay_us)
      SELECT count(*) FROM gone
      """;

  private static final String PLACES =
      """
      SELECT DISTINCT tenant, queue, type
      FROM (
        SELECT tenant, queue, type FROM ${prefix}statistics_day
        WHERE hour >= :from AND queue <> ''
        UNION ALL
        SELECT tenant, queue, type FROM ${prefix}statistics_delta
        WHERE hour >= :from) places
      WHERE :tenant::text IS NULL OR tenant = :tenant::text
      ORDER BY queue, type, tenant
      LIMIT :most
      """;

  private static final String PURGE =
      """
      WITH days AS (
        DELETE FROM ${prefix}statistics_day WHERE hour < :oldest)
      DELETE FROM ${prefix}statistics
      WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${prefix}statistics WHERE hour < :oldest LIMIT :limit))
      """;

  private final Statements statements;

  StatisticsTable(Statements statements) {
    this.statements = statements;
  }

  List<AttemptTally> read(Connection connection, StatisticsFilter filter) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, READ)) {
      return Rows.tallies(
          statement.flag("totals", filter.queue() == null && filter.type() == null), filter);
    }
  }

  /** Adds deltas to the hourly rows and returns how many; 0 if another node is doing it. */
  int fold(Connection connection) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, FOLD)) {
      return (int)
          statement
              .number("lock", statements.names().qualified().hashCode())
              .number("limit", BATCH)
              .number();
    }
  }

  List<JobPlace> places(Connection connection, @Nullable TenantId tenant, Instant from, int most)
      throws SQLException {
    try (NamedStatement statement = statements.on(connection, PLACES)) {
      return statement
          .number("from", StatisticsFilter.oldestHour(from))
          .textOf("tenant", tenant)
          .number("most", most)
          .list(Rows::place);
    }
  }

  /** Deletes rows of days that ended before {@code oldest}. */
  int purge(Connection connection, Instant oldest) throws SQLException {
    try (NamedStatement statement = statements.planned(connection, PURGE)) {
      return statement
          .number("oldest", StatisticsFilter.oldestHour(oldest))
          .number("limit", BATCH)
          .update();
    }
  }
}
