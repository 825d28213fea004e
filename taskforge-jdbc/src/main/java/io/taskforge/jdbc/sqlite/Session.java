package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Page;
import io.taskforge.store.PageBytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A connection with the statements that were prepared on it, and the lease batches that were read
 * through it. Used by one thread at a time.
 */
final class Session implements AutoCloseable {
  private final Connection connection;
  private final boolean owned;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final LeaseBatchCache batches = new LeaseBatchCache();

  private Session(Connection connection, boolean owned) {
    this.connection = connection;
    this.owned = owned;
  }

  /** A session that closes {@code connection} when it is closed itself. */
  static Session owning(Connection connection) {
    return new Session(connection, true);
  }

  /** A session on somebody else's connection, which stays open. */
  static Session borrowing(Connection connection) {
    return new Session(connection, false);
  }

  /** Reads one row. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Returns the statement, prepared on first use and kept. */
  PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement known = prepared.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql);
      prepared.put(sql, known);
    }
    return known;
  }

  /** Runs a statement that returns no rows; returns how many it changed. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    return statement.executeUpdate();
  }

  /** Runs a query and reads all of its rows. */
  <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    List<T> all = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        all.add(reader.read(rows));
      }
    }
    return all;
  }

  /**
   * Runs a query and reads its rows one by one until there are {@code limit}, or their sizes reach
   * {@link PageBytes#MAX}. What is left is never read into the heap.
   */
  <T> Page<T> page(
      String sql, int limit, Reader<T> reader, ToLongFunction<T> size, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    List<T> items = new ArrayList<>();
    long bytes = 0;
    try (ResultSet rows = statement.executeQuery()) {
      boolean more = rows.next();
      while (more && items.size() < limit && bytes < PageBytes.MAX) {
        T item = reader.read(rows);
        items.add(item);
        bytes += size.applyAsLong(item);
        more = rows.next();
      }
      return new Page<>(items, more);
    }
  }

  /** Runs a query and reads its first row, or returns null if there is none. */
  <T> @Nullable T first(String sql, Reader<T> reader, @Nullable Object... values)
      throws SQLException {
    PreparedStatement statement = prepare(sql);
    bind(statement, values);
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? reader.read(rows) : null;
    }
  }

  /** Runs a statement of transaction control, or a pragma. */
  void execute(String sql) throws SQLException {
    prepare(sql).execute();
  }

  static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  LeaseBatchCache batches() {
    return batches;
  }

  /** Forgets what a rolled back transaction has left: batches read, rows bound but not written. */
  void forget() throws SQLException {
    batches.clear();
    for (PreparedStatement statement : prepared.values()) {
      statement.close();
    }
    prepared.clear();
  }

  @Override
  public void close() throws SQLException {
    forget();
    if (owned) {
      connection.close();
    }
  }
}
