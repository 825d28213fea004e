package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work on a connection that the caller owns. A savepoint makes it all or nothing, whether the
 * caller has begun a transaction or not, and leaves the rest of the caller's transaction alone.
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
