package io.taskforge.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The store's own connection pool, and connections outside of it. */
final class ConnectionPool implements AutoCloseable {
  // How long one try for a connection takes. Short, because a call that waits looks in between
  // whether the database is away.
  private static final long WAIT_MILLIS = 500;
  // One second is the shortest that the driver takes; a wait for a dead connection is no longer.
  private static final long VALIDATION_MILLIS = 1_000;
  private static final Duration CLOSED_WITHIN = Duration.ofMillis(300);

  private final String jdbcUrl;
  private final Properties login = new Properties();
  private final HikariDataSource pool;

  ConnectionPool(String jdbcUrl, @Nullable String user, @Nullable String password, int size) {
    this.jdbcUrl = jdbcUrl;
    login.setProperty("ApplicationName", "taskforge");
    login.setProperty("tcpKeepAlive", "true");
    if (user != null) {
      login.setProperty("user", user);
    }
    if (password != null) {
      login.setProperty("password", password);
    }
    pool = new HikariDataSource(config(size));
  }

  private HikariConfig config(int size) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("taskforge");
    config.setJdbcUrl(jdbcUrl);
    login.forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    // A database that has vanished without a trace is given up after these, in seconds. Only one
    // connection has: PoolCircuitBreaker notices much earlier when all have.
    config.addDataSourceProperty("connectTimeout", "3");
    config.addDataSourceProperty("socketTimeout", "60");
    config.setMaximumPoolSize(size);
    // Connections are made when they are needed, so that nothing retries in the background, with
    // pauses of its own, while the database is away.
    config.setMinimumIdle(0);
    config.setConnectionTimeout(WAIT_MILLIS);
    config.setValidationTimeout(VALIDATION_MILLIS);
    config.setInitializationFailTimeout(-1);
    return config;
  }

  Connection take() throws SQLException {
    return pool.getConnection();
  }

  /**
   * Opens a connection outside of the pool.
   *
   * @param limit how long the database may take for each of its answers, in whole seconds
   */
  Connection connect(Duration limit) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(login);
    properties.setProperty("connectTimeout", Long.toString(limit.toSeconds()));
    properties.setProperty("socketTimeout", Long.toString(limit.toSeconds()));
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  /** Closes connections that are not in use; those that are, when they are given back. */
  void evict() {
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  /** Closes the pool, in the background if the database holds that up. */
  @Override
  public void close() {
    Thread closing = new Thread(pool::close, "taskforge-pool-close");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(CLOSED_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
