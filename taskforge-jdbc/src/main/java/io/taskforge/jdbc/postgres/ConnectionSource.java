package io.taskforge.jdbc.postgres;

import io.taskforge.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where transactions take their connections from. */
interface ConnectionSource extends AutoCloseable {
  Connection take() throws SQLException;

  void giveBack(Connection connection) throws SQLException;

  /**
   * Returns the fault of a call for its caller: whether the database is away, or only this call
   * failed. May wait a moment to find out.
   */
  StoreException fault(String action, SQLException e);

  /** Notes that the database has answered a call. */
  void answered();

  @Override
  void close();

  /** The program's own connections: how long a call waits for one is up to the program. */
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
