package io.taskforge.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Where transactions take their connections from. */
interface PostgresConnections extends AutoCloseable {
  Connection take() throws SQLException;

  void giveBack(Connection connection) throws SQLException;

  /**
   * Returns why the database does not answer, if that explains the fault of a call; null if it
   * answers, or if that is not known. May wait a moment to find out.
   */
  @Nullable SQLException awayAfter(SQLException fault);

  @Override
  void close();

  /** The program's own connections: how long a call waits for one is up to the program. */
  static PostgresConnections of(DataSource source) {
    return new PostgresConnections() {
      @Override
      public Connection take() throws SQLException {
        return source.getConnection();
      }

      @Override
      public void giveBack(Connection connection) throws SQLException {
        connection.close();
      }

      @Override
      public @Nullable SQLException awayAfter(SQLException fault) {
        return null;
      }

      @Override
      public void close() {}
    };
  }
}
