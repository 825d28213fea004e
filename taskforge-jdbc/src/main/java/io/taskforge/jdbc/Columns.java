package io.taskforge.jdbc;

import io.taskforge.job.JobId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts between column types of a database and Java values. */
public abstract class Columns {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** Reads a job's id. */
  public abstract JobId id(ResultSet row, String column) throws SQLException;

  /** Reads a time, or null. */
  public abstract @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException;

  /** Binds a job's id, or null. */
  public abstract void setId(PreparedStatement statement, int position, @Nullable JobId id)
      throws SQLException;

  /** Binds a time, or null. */
  public abstract void setInstant(PreparedStatement statement, int position, @Nullable Instant time)
      throws SQLException;

  /** Reads a time that is never null. */
  public final Instant instant(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(instantOrNull(row, column), column);
  }

  /** Reads a duration from a column of whole microseconds, or null. */
  public final @Nullable Duration durationOrNull(ResultSet row, String column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  /** Reads a text that is never null. */
  public final String text(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(row.getString(column), column);
  }

  /** Returns a duration in whole microseconds, at most a century, or null, for binding. */
  public static @Nullable Long micros(@Nullable Duration duration) {
    if (duration == null) {
      return null;
    }
    // A time plus this duration must be a time that every database can store.
    Duration kept = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    return kept.toNanos() / 1_000;
  }
}
