package io.taskforge.bench.compare;

import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fills a table with copies of its rows, which is much faster than to enqueue a million jobs. The
 * copies are due one microsecond after the other.
 *
 * @param key the column that identifies a row
 * @param value the key of a copy; {@code n} is its number, {@code r} that of the original row
 * @param time the column with the time at which a job is due
 */
record Copies(String table, String key, String value, String time) {
  /** A UUID in the order of the copies, with the time of the original. */
  private static final String UUID =
      "overlay(%s::text PLACING lpad(to_hex(n * 16 + r), 12, '0') FROM 25)::uuid";

  private static final String COLUMNS =
      """
      SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = '%s'::regclass AND attnum > 0 AND NOT attisdropped
        AND attgenerated = '' AND (attidentity = '' OR attname = '%s')
      """;

  static Copies byUuid(String table, String key, String time) {
    return new Copies(table, key, UUID.formatted(key), time);
  }

  /** Copies each row of the table a number of times. */
  void fill(Postgres postgres, String database, long copies) throws SQLException {
    String[] columns = postgres.text(database, COLUMNS.formatted(table, key)).split(",", -1);
    postgres.execute(
        database,
        """
        INSERT INTO %1$s (%2$s)
        SELECT %3$s
        FROM (SELECT *, row_number() OVER (ORDER BY %4$s) AS r FROM %1$s) AS original,
          generate_series(1, %5$d) AS n
        """
            .formatted(
                table,
                names(columns),
                Stream.of(columns).map(this::copied).collect(Collectors.joining(", ")),
                key,
                copies));
  }

  private static String names(String... columns) {
    return Stream.of(columns).map(name -> '"' + name + '"').collect(Collectors.joining(", "));
  }

  private String copied(String column) {
    return column.equals(key)
        ? value
        : column.equals(time) ? time + " + n * interval '1 us'" : names(column);
  }
}
