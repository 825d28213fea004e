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
  // How long one attempt to get a connection waits. Short, because a waiting call checks between
  // attempts whether the database is unreachable.
  private static final long WAIT_MILLIS = 500;
  // One second is the shortest timeout that the driver accepts.
  private static final long VALIDATION_MILLIS = 1_000;
  private static final Duration CLOSED_WITHIN = Duration.ofMillis(300);

  private final String jdbcUrl;
  private final Properties login = new Properties();
  private final HikariDataSource pool;

  ConnectionPool(String jdbcUrl, @Nullable String user, @Nullable String password, int size) {
    this.jdbcUrl = jdbcUrl;
    login.setProperty("ApplicationName", "taskforge");
    login.setProperty("tcpKeepAlive", "true");
    // A URL can name several servers. By default, the driver would take a new primary for a standby
    // for ten seconds after it was promoted.
    login.setProperty("hostRecheckSeconds", "1");
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
    // Timeouts in seconds for a single connection that stops responding. If all connections do,
    // PoolCircuitBreaker detects it much earlier.
    config.addDataSourceProperty("connectTimeout", "3");
    config.addDataSourceProperty("socketTimeout", "60");
    config.setConnectionInitSql(ConnectionSource.NO_JIT);
    config.setMaximumPoolSize(size);
    // Connections are opened on demand, so that the pool does not retry in the background, with its
    // own backoff, while the database is unreachable.
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
   * @param limit the timeout of connecting and of each response, in whole seconds
   */
  Connection connect(Duration limit) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(login);
    properties.setProperty("connectTimeout", Long.toString(limit.toSeconds()));
    properties.setProperty("socketTimeout", Long.toString(limit.toSeconds()));
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  /** Closes idle connections now, and connections in use when they are returned. */
  void evict() {
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  /** Closes the pool, in the background if the database delays it. */
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
