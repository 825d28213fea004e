package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.job.JobId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's own uuid and timestamptz. */
final class PostgresColumns extends Columns {
  // Within what timestamptz and a long of microseconds can hold; nothing real is outside.
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

  /** Returns a time in microseconds since 1970, or null, for binding. */
  static @Nullable Long sinceEpoch(@Nullable Instant time) {
    if (time == null) {
      return null;
    }
    Instant kept = time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    return kept.getEpochSecond() * 1_000_000 + kept.getNano() / 1_000;
  }
}
