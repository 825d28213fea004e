package io.taskforge.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.store.StoreException;
import java.time.InstantSource;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Sets up a {@link PostgresJobStore}. */
public final class PostgresJobStoreBuilder {
  private final @Nullable DataSource dataSource;
  private final @Nullable String jdbcUrl;
  private PostgresNames names = PostgresNames.DEFAULT;
  private @Nullable InstantSource clock;
  private RandomGenerator random = new Random();
  private LongSupplier ticker = System::nanoTime;
  private boolean migrate = true;
  private int poolSize = 10;

  private @Nullable String user;
  private @Nullable String password;

  PostgresJobStoreBuilder(DataSource dataSource) {
    this.dataSource = dataSource;
    this.jdbcUrl = null;
  }

  PostgresJobStoreBuilder(String jdbcUrl) {
    this.dataSource = null;
    this.jdbcUrl = jdbcUrl;
  }

  /** The database schema that holds the tables; by default the connection's own. */
  public PostgresJobStoreBuilder schema(String schema) {
    names = new PostgresNames(schema, names.prefix());
    return this;
  }

  /** What table names begin with; {@code taskforge_} by default. */
  public PostgresJobStoreBuilder prefix(String prefix) {
    names = new PostgresNames(names.schema(), prefix);
    return this;
  }

  /** The store's time, for tests; by default the database's own clock. */
  public PostgresJobStoreBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  /** The monotonic clock by which remembered places of claims grow old, for tests. */
  PostgresJobStoreBuilder ticker(LongSupplier nanos) {
    ticker = nanos;
    return this;
  }

  /** Where pauses between tries come from. */
  public PostgresJobStoreBuilder random(RandomGenerator source) {
    random = source;
    return this;
  }

  /** Whether {@link #build} may create and migrate the schema; true by default. */
  public PostgresJobStoreBuilder migrate(boolean may) {
    migrate = may;
    return this;
  }

  /** Who the store's own pool is at the database, where the URL does not say it. */
  public PostgresJobStoreBuilder credentials(String name, String secret) {
    user = name;
    password = secret;
    return this;
  }

  /** How many connections the store's own pool has at most; 10 by default. */
  public PostgresJobStoreBuilder poolSize(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException("pool size must be at least 1 but was " + connections);
    }
    poolSize = connections;
    return this;
  }

  /**
   * Opens the store.
   *
   * @throws StoreException if the database can't be reached, or its schema is newer than this
   *     program, or missing or older where it may not be migrated
   */
  public PostgresJobStore build() {
    if (dataSource != null) {
      return open(dataSource, () -> {});
    }
    HikariDataSource pool = pool();
    try {
      return open(pool, pool::close);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  private PostgresJobStore open(DataSource source, Runnable onClose) {
    PostgresTransactions transactions = new PostgresTransactions(source, random);
    PostgresSchema schema = new PostgresSchema(transactions, names);
    PostgresJobStore store =
        new PostgresJobStore(
            new PostgresDialect(names, clock),
            transactions,
            new PostgresCursors(ticker, clock != null),
            onClose);
    if (migrate) {
      schema.migrate();
      store.start();
    } else {
      schema.check();
    }
    return store;
  }

  private HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setPoolName("taskforge");
    config.setJdbcUrl(jdbcUrl);
    if (user != null) {
      config.setUsername(user);
      config.setPassword(password);
    }
    config.setMaximumPoolSize(poolSize);
    // A pool that waits for its first connection would turn a wrong URL into a time-out.
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", "taskforge");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // A server that has vanished without a word is given up after these, in seconds.
    config.addDataSourceProperty("connectTimeout", "10");
    config.addDataSourceProperty("socketTimeout", "60");
    return new HikariDataSource(config);
  }
}
