package io.taskforge.jdbc.postgres;

import io.taskforge.job.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Provides the connections of transactions. */
interface ConnectionSource extends AutoCloseable {
  Connection take() throws SQLException;

  void giveBack(Connection connection) throws SQLException;

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
      @Override
      public Connection take() throws SQLException {
        return source.getConnection();
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        connection.close();
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
