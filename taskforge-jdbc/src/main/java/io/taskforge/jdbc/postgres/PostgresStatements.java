package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.SingleStatements;

/** Runs single statements in PostgreSQL. */
record PostgresStatements(Transactions transactions, Statements statements, Columns columns)
    implements SingleStatements {
  @Override
  public <T> T read(String action, String sql, Use<T> use) {
    return write(action, sql, use);
  }

  @Override
  public <T> T write(String action, String sql, Use<T> use) {
    return transactions.statement(
        action,
        connection -> {
          try (NamedStatement statement = statements.on(connection, sql)) {
            return use.of(statement);
          }
        });
  }
}
