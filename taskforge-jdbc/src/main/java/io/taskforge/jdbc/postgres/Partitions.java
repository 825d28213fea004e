package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Creates the partitions of the coming days and drops those past their retention.
 *
 * <p>Failures are harmless: rows without a partition are stored in the default partition, and a
 * lock that is not available within a tenth of a second is retried by the next cleanup. While this
 * waits for a lock, which a transaction that is held open can delay, commits wait behind it.
 */
final class Partitions {
  private static final int DAYS_AHEAD = 2;
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
  private static final String LOCK_TIMEOUT = "55P03";
  // Missing privilege; the default partition has rows of that day; another node created the
  // partition first.
  private static final Set<String> NEXT_TIME =
      Set.of(LOCK_TIMEOUT, "42501", "23514", "42P07", "42710", "42P01", "42P17", "23505", "40P01");

  private static final String CHILDREN =
      """
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass(:parent)
      """;

  private static final String PURGE_DEFAULT =
      """
      DELETE FROM ${prefix}attempt_default
      WHERE ctid = ANY (ARRAY(
        SELECT a.ctid FROM ${prefix}attempt_default a
        WHERE a.finished_at < COALESCE(:now::timestamptz, statement_timestamp())
          - :kept_us::bigint * interval '1 microsecond'
          AND NOT EXISTS (SELECT FROM ${prefix}job j WHERE j.id = a.job_id)
        LIMIT :limit))
      """;

  private final String prefix;
  private final String bare;

  private final Statements statements;

  Partitions(Statements statements) {
    this.statements = statements;
    this.prefix = statements.names().qualified();
    this.bare = statements.names().prefix();
  }

  /** The table that holds the finished jobs of one state. */
  static String finished(JobState state) {
    return "finished_" + state.name().toLowerCase(Locale.ROOT);
  }

  private enum Result {
    DONE,
    NEXT_TIME,
    LOCKED
  }

  /** Creates the partitions of one table for today and the days ahead; runs in a transaction. */
  int make(Connection connection, String table, Instant now) throws SQLException {
    Set<LocalDate> there = days(connection, table);
    LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
    int made = 0;
    Result last = Result.DONE;
    for (int ahead = 0; ahead <= DAYS_AHEAD && last != Result.LOCKED; ahead++) {
      LocalDate day = today.plusDays(ahead);
      if (!there.contains(day)) {
        String partition = prefix + table + "_" + DAY.format(day);
        // DDL takes no parameters, so names and dates are part of the text.
        // Unlike CREATE TABLE ... PARTITION OF, attaching does not block writers of the parent.
        last =
            tried(
                connection,
                "CREATE TABLE "
                    + partition
                    + " (LIKE "
                    + prefix
                    + table
                    + " INCLUDING DEFAULTS INCLUDING CONSTRAINTS)",
                "ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM ('%s 00:00+00') TO ('%s 00:00+00')"
                    .formatted(prefix + table, partition, day, day.plusDays(1)));
        made += last == Result.DONE ? 1 : 0;
      }
    }
    return made;
  }

  /**
   * Drops the partitions of one table that end before {@code oldest} and have no rows of existing
   * jobs; runs in a transaction.
   */
  int drop(Connection connection, String table, Instant oldest) throws SQLException {
    int dropped = 0;
    for (LocalDate day : days(connection, table)) {
      String partition = prefix + table + "_" + DAY.format(day);
      boolean past = !day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(oldest);
      if (past && !isNeeded(connection, partition)) {
        Result result = tried(connection, "DROP TABLE " + partition);
        if (result == Result.LOCKED) {
          break;
        }
        dropped += result == Result.DONE ? 1 : 0;
      }
    }
    return dropped;
  }

  /** Deletes old attempts from the default partition. */
  int purgeDefault(Connection connection, Duration kept, int limit) throws SQLException {
    try (NamedStatement statement = statements.on(connection, PURGE_DEFAULT)) {
      return statement.duration("kept_us", kept).number("limit", limit).update();
    }
  }

  private Set<LocalDate> days(Connection connection, String table) throws SQLException {
    Set<LocalDate> days = new TreeSet<>();
    try (NamedStatement statement =
            statements.on(connection, CHILDREN).text("parent", prefix + table);
        ResultSet row = statement.query()) {
      while (row.next()) {
        String suffix = row.getString(1).substring(bare.length() + table.length() + 1);
        if (!suffix.equals("default")) {
          days.add(LocalDate.parse(suffix, DAY));
        }
      }
    }
    return days;
  }

  private boolean isNeeded(Connection connection, String partition) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT EXISTS (SELECT FROM %s p JOIN %sjob j ON j.id = p.job_id)"
                    .formatted(partition, prefix))) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static Result tried(Connection connection, String... sql) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = '100ms'");
      for (String one : sql) {
        statement.execute(one);
      }
      connection.releaseSavepoint(before);
      return Result.DONE;
    } catch (SQLException e) {
      if (!NEXT_TIME.contains(String.valueOf(e.getSQLState()))) {
        throw e;
      }
      connection.rollback(before);
      return LOCK_TIMEOUT.equals(e.getSQLState()) ? Result.LOCKED : Result.NEXT_TIME;
    }
  }
}
