package io.taskforge.jdbc.postgres;

import io.taskforge.job.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;

/** Provides the connections of transactions. */
interface ConnectionSource extends AutoCloseable {
  /**
   * PostgreSQL compiles statements whose estimated cost is high. The store's statements read few
   * rows whatever the estimate, and compiling one takes far longer than running it.
   */
  String NO_JIT = "SET jit = off";

  Connection take() throws SQLException;

  void giveBack(Connection connection) throws SQLException;

  /** Returns a connection that the caller keeps, outside of the store's own pool. */
  Connection dedicated() throws SQLException;

  /**
   * Returns the exception for a failed call: whether the database is unreachable, or only this call
   * failed. May wait briefly to find out.
   */
  StoreException fault(String action, SQLException e);

  /** Records that the database has answered a call. */
  void answered();

  @Override
  void close();

  /**
   * The application's own connections. The application configures how long a call waits for one.
   */
  static ConnectionSource of(DataSource source) {
    return new ConnectionSource() {
      private final Set<Connection> known =
          Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

      @Override
      public Connection take() throws SQLException {
        Connection connection = source.getConnection();
        try {
          if (known.add(connection.unwrap(Connection.class))) {
            try (Statement statement = connection.createStatement()) {
              statement.execute(NO_JIT);
            }
          }
          return connection;
        } catch (SQLException | RuntimeException e) {
          connection.close();
          throw e;
        }
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        connection.close();
      }

      @Override
      public Connection dedicated() throws SQLException {
        return source.getConnection();
      }

      @Override
      public StoreException fault(String action, SQLException e) {
        return ErrorCodes.storeException(action, e);
      }

      @Override
      public void answered() {}

      @Override
      public void close() {}
    };
  }
}
