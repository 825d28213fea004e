package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work on the caller's connection. A savepoint makes the work atomic, whether or not the
 * caller has begun a transaction, and does not affect the rest of the caller's transaction.
 */
final class CallerTransactions {
  private CallerTransactions() {}

  static <T> T within(
      Connection connection, NamedSql.Cache statements, String action, Work<T> work) {
    try (Session session = Session.borrowing(connection, statements)) {
      session.execute("SAVEPOINT taskforge");
      boolean done = false;
      try {
        T result = work.in(session);
        done = true;
        return result;
      } finally {
        session.forget();
        if (!done) {
          session.execute("ROLLBACK TO taskforge");
        }
        session.execute("RELEASE taskforge");
      }
    } catch (SQLException e) {
      throw ErrorCodes.storeException(action, e);
    }
  }
}
