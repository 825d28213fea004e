package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Columns;
import io.taskforge.job.JobId;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps ids to blobs of 16 bytes, and times to whole microseconds since the epoch. */
final class SqliteColumns extends Columns {
  private static final long LAST_SECOND = Long.MAX_VALUE / 1_000_000 - 1;

  @Override
  public JobId id(ResultSet row, String column) throws SQLException {
    return id(row.getBytes(column));
  }

  @Override
  public @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() ? null : instant(micros);
  }

  @Override
  public void setId(PreparedStatement statement, int position, @Nullable JobId id)
      throws SQLException {
    statement.setBytes(position, id == null ? null : blob(id));
  }

  @Override
  public void setInstant(PreparedStatement statement, int position, @Nullable Instant time)
      throws SQLException {
    statement.setObject(position, microsOrNull(time));
  }

  static JobId id(byte[] blob) {
    ByteBuffer bytes = ByteBuffer.wrap(blob);
    return new JobId(new UUID(bytes.getLong(), bytes.getLong()));
  }

  static byte[] blob(JobId id) {
    return ByteBuffer.allocate(16)
        .putLong(id.value().getMostSignificantBits())
        .putLong(id.value().getLeastSignificantBits())
        .array();
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static @Nullable Instant instantOrNull(@Nullable Long micros) {
    return micros == null ? null : instant(micros);
  }

  /**
   * Returns a time in microseconds; times past the year 294 000 become the latest representable
   * one.
   */
  static long micros(Instant time) {
    long seconds = time.getEpochSecond();
    if (seconds > LAST_SECOND) {
      return LAST_SECOND * 1_000_000;
    }
    return seconds < -LAST_SECOND
        ? -LAST_SECOND * 1_000_000
        : seconds * 1_000_000 + time.getNano() / 1_000;
  }

  static @Nullable Long microsOrNull(@Nullable Instant time) {
    return time == null ? null : micros(time);
  }

  /** Returns the start of a period, or the earliest time if it has none. */
  static long fromMicros(@Nullable Instant from) {
    return from == null ? Long.MIN_VALUE : micros(from);
  }

  /** Returns the end of a period, or the latest time if it has none. */
  static long beforeMicros(@Nullable Instant before) {
    return before == null ? Long.MAX_VALUE : micros(before);
  }

  /** Returns the time {@code delay} after {@code micros}, or the latest representable one. */
  static long later(long micros, Duration delay) {
    return micros(instant(micros).plusSeconds(Math.min(delay.getSeconds(), LAST_SECOND)))
        + delay.getNano() / 1_000;
  }

  static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }
}
