package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Page;
import io.taskforge.store.PageBytes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages that end at {@link PageBytes#MAX} bytes. The database ends them, because the driver reads
 * the whole answer to a statement into the heap. It adds up the lengths of texts, which it knows
 * without reading the texts themselves.
 */
final class PageSql {
  private static final String TEXT =
      """
      SELECT page.*
      FROM (
        SELECT
          item.*,
          count(*) OVER () AS found,
          sum(${size}) OVER (
            ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
        FROM (${list}) item) page
      WHERE bytes_before IS NULL OR bytes_before < ${max}
      ORDER BY ${order}
      """;

  private PageSql() {}

  /** Reads one row. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Returns a statement for one page of a list.
   *
   * @param list the statement that selects all rows of the page, and one more if there are more
   * @param size the number of bytes of one row
   * @param order the order of the list
   */
  static String of(String list, String size, String order) {
    return TEXT.replace("${size}", size)
        .replace("${order}", order)
        .replace("${max}", Integer.toString(PageBytes.MAX))
        .replace("${list}", list);
  }

  /** Reads the page, of at most {@code limit} items. */
  static <T> Page<T> read(NamedStatement statement, int limit, Reader<T> reader)
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
