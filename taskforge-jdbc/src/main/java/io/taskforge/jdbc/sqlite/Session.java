package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.jdbc.NamedStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * A connection with its prepared statements and its cache of lease batches. Used by one thread at a
 * time.
 */
final class Session implements AutoCloseable {
  private static final SqliteColumns COLUMNS = new SqliteColumns();

  private final Connection connection;
  private final NamedSql.Cache statements;
  private final boolean owned;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private final LeaseBatchCache batches = new LeaseBatchCache();

  private Session(Connection connection, NamedSql.Cache statements, boolean owned) {
    this.connection = connection;
    this.statements = statements;
    this.owned = owned;
  }

  /** A session that closes {@code connection} when it is closed itself. */
  static Session owning(Connection connection, NamedSql.Cache statements) {
    return new Session(connection, statements, true);
  }

  /** A session on the caller's connection, which stays open. */
  static Session borrowing(Connection connection, NamedSql.Cache statements) {
    return new Session(connection, statements, false);
  }

  /** Returns a statement, prepared on first use and then cached. The caller must not close it. */
  NamedStatement statement(String text) throws SQLException {
    return new NamedStatement(prepare(text), statements.get(text), COLUMNS);
  }

  /** Writes the rows that were added to the batch of a statement; returns the update counts. */
  int[] writeBatch(String text) throws SQLException {
    return prepare(text).executeBatch();
  }

  private PreparedStatement prepare(String text) throws SQLException {
    PreparedStatement known = prepared.get(text);
    if (known == null) {
      known = connection.prepareStatement(statements.get(text).sql());
      prepared.put(text, known);
    }
    return known;
  }

  /** Runs a transaction control statement or a pragma. */
  void execute(String sql) throws SQLException {
    prepare(sql).execute();
  }

  LeaseBatchCache batches() {
    return batches;
  }

  /**
   * Clears the state of a rolled back transaction: cached batches, and rows bound but not written.
   */
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
