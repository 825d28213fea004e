package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.SingleStatements;
import java.sql.SQLException;
import java.time.InstantSource;

/** Runs single statements in SQLite. */
record SqliteStatements(
    ReadConnections readers, WriterThread writer, InstantSource clock, Columns columns)
    implements SingleStatements {
  @Override
  public <T> T read(String action, String sql, Use<T> use) {
    return readers.read(action, session -> use.of(statement(session, sql)));
  }

  @Override
  public <T> T write(String action, String sql, Use<T> use) {
    return writer.write(action, session -> use.of(statement(session, sql)));
  }

  private NamedStatement statement(Session session, String sql) throws SQLException {
    NamedStatement statement = session.statement(sql);
    return statement.has("now") ? statement.instant("now", clock.instant()) : statement;
  }
}
