package io.taskforge.jdbc;

import java.sql.SQLException;

/**
 * Runs statements, each in a transaction of its own. Binds {@code :now} to the store's time, or to
 * null if that is the database's: statements use {@code COALESCE(:now, CURRENT_TIMESTAMP)}. A table
 * whose statements both databases understand needs no more.
 */
public interface SingleStatements {
  /** What to do with a prepared statement; may be called again after a rollback. */
  @FunctionalInterface
  interface Use<T> {
    T of(NamedStatement statement) throws SQLException;
  }

  /** Runs a statement that only reads. */
  <T> T read(String action, String sql, Use<T> use);

  /** Runs a statement that writes. */
  <T> T write(String action, String sql, Use<T> use);

  /** How rows of this database are read. */
  Columns columns();
}
