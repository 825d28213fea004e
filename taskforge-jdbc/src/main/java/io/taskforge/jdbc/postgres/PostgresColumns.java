package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.job.JobId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps ids to uuid and times to timestamptz. */
final class PostgresColumns extends Columns {
  // Within the ranges of timestamptz and of a long in microseconds.
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  @Override
  public JobId id(ResultSet row, String column) throws SQLException {
    return new JobId(Objects.requireNonNull(row.getObject(column, UUID.class), column));
  }

  @Override
  public @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  @Override
  public void setId(PreparedStatement statement, int position, @Nullable JobId id)
      throws SQLException {
    statement.setObject(position, id == null ? null : id.value(), Types.OTHER);
  }

  @Override
  public void setInstant(PreparedStatement statement, int position, @Nullable Instant time)
      throws SQLException {
    if (time == null) {
      statement.setNull(position, Types.TIMESTAMP_WITH_TIMEZONE);
    } else {
      // The driver would round to microseconds, perhaps into the future.
      Instant exact = bounded(time).truncatedTo(ChronoUnit.MICROS);
      statement.setObject(position, exact.atOffset(ZoneOffset.UTC));
    }
  }

  private static Instant bounded(Instant time) {
    return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
  }

  /** Returns a time in microseconds since 1970, or null, for binding in arrays. */
  static @Nullable Long sinceEpoch(@Nullable Instant time) {
    if (time == null) {
      return null;
    }
    Instant kept = bounded(time);
    return kept.getEpochSecond() * 1_000_000 + kept.getNano() / 1_000;
  }
}
