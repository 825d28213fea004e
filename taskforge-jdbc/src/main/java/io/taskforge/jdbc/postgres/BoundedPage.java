package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.RowReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads pages that the database has limited to a number of bytes. The column {@code found} of each
 * row has the number of rows without that limit.
 */
final class BoundedPage {
  private BoundedPage() {}

  /** Reads a page of at most {@code limit} items. */
  static <T> Page<T> read(NamedStatement statement, int limit, RowReader<T> reader)
      throws SQLException {
    try (ResultSet row = statement.query()) {
      List<T> items = new ArrayList<>();
      long found = 0;
      while (items.size() < limit && row.next()) {
        found = row.getLong("found");
        items.add(reader.read(row));
      }
      return new Page<>(items, found > items.size());
    }
  }
}
