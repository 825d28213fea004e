package io.taskforge.jdbc.postgres;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import io.taskforge.store.lane.LaneClaims;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds a {@link PostgresJobStore}. */
public final class PostgresJobStoreBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresJobStoreBuilder.class);
  private static final Duration FIRST_CONNECTION = Duration.ofSeconds(10);
  private static final Duration RETRY_EVERY = Duration.ofMillis(500);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final @Nullable DataSource dataSource;
  private final @Nullable String jdbcUrl;
  private TableNames names = TableNames.DEFAULT;
  private @Nullable InstantSource clock;
  private RandomGenerator random = new Random();
  private LongSupplier ticker = System::nanoTime;
  private boolean migrate = true;
  private int poolSize = 10;
  private Duration connectWithin = Duration.ZERO;
  private boolean notifications;

  private @Nullable String user;
  private @Nullable String password;

  PostgresJobStoreBuilder(DataSource dataSource) {
    this.dataSource = dataSource;
    this.jdbcUrl = null;
  }

  PostgresJobStoreBuilder(String jdbcUrl) {
    this.dataSource = null;
    this.jdbcUrl = jdbcUrl;
    this.notifications = true;
  }

  /** The database schema of the tables; the connection's current schema by default. */
  public PostgresJobStoreBuilder schema(String schema) {
    names = new TableNames(schema, names.prefix());
    return this;
  }

  /** The prefix of all table names; {@code taskforge_} by default. */
  public PostgresJobStoreBuilder prefix(String prefix) {
    names = new TableNames(names.schema(), prefix);
    return this;
  }

  /** The store's clock, for tests; the database's clock by default. */
  public PostgresJobStoreBuilder clock(InstantSource source) {
    clock = source;
    return this;
  }

  /** The monotonic clock in nanoseconds, for tests. */
  PostgresJobStoreBuilder ticker(LongSupplier nanos) {
    ticker = nanos;
    return this;
  }

  /** The random source for pauses between retries of a statement. */
  public PostgresJobStoreBuilder random(RandomGenerator source) {
    random = source;
    return this;
  }

  /**
   * Whether processes notify each other of new jobs, so that workers start them at once instead of
   * within a second. A worker then keeps a connection to listen on, so the default is true for a
   * store with its own pool and false for one that uses the application's data source.
   */
  public PostgresJobStoreBuilder notifications(boolean on) {
    notifications = on;
    return this;
  }

  /** Whether {@link #build} may create and migrate the schema; true by default. */
  public PostgresJobStoreBuilder migrate(boolean may) {
    migrate = may;
    return this;
  }

  /** The user name and password of the store's own pool, if the URL has none. */
  public PostgresJobStoreBuilder credentials(String name, String secret) {
    user = name;
    password = secret;
    return this;
  }

  /**
   * The maximum size of the store's own connection pool; 10 by default. One additional connection
   * probes whether the database answers.
   */
  public PostgresJobStoreBuilder poolSize(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException("pool size must be at least 1 but was " + connections);
    }
    poolSize = connections;
    return this;
  }

  /**
   * How long {@link #build} keeps trying while the database can't be reached or a connection
   * breaks, so that a process may start before its database or during an outage; zero by default.
   * Other errors, such as a wrong password, are thrown at once, and an interrupt of the thread ends
   * the attempts.
   */
  public PostgresJobStoreBuilder connectWithin(Duration patience) {
    connectWithin = patience;
    return this;
  }

  /**
   * Opens the store.
   *
   * @throws StoreException if the database can't be reached within {@link #connectWithin}, if a
   *     newer version of TaskForge has contracted its schema, or if its schema is missing or older
   *     and {@link #migrate} is false
   */
  public PostgresJobStore build() {
    long begun = ticker.getAsLong();
    while (true) {
      try {
        return buildOnce();
      } catch (StoreException e) {
        Duration left = connectWithin.minusNanos(ticker.getAsLong() - begun);
        if (!isBrief(e)
            || left.isNegative()
            || left.isZero()
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LOG.warn(
            "store not opened, will retry for up to {} s: {}", left.toSeconds(), e.getMessage());
        LockSupport.parkNanos(RETRY_EVERY.toNanos() / 2 + random.nextLong(RETRY_EVERY.toNanos()));
      }
    }
  }

  /** The database can't be reached, or only this call failed: it closed a connection, say. */
  private static boolean isBrief(StoreException fault) {
    return fault.outage() == Outage.UNREACHABLE || (fault.outage() == null && fault.isTransient());
  }

  private PostgresJobStore buildOnce() {
    ConnectionSource connections = connections();
    try {
      return open(connections);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private ConnectionSource connections() {
    if (dataSource != null) {
      return ConnectionSource.of(dataSource);
    }
    ConnectionPool pool =
        new ConnectionPool(Objects.requireNonNull(jdbcUrl), user, password, poolSize);
    try {
      return new PoolCircuitBreaker(pool, FIRST_CONNECTION, ticker, random);
    } catch (SQLException e) {
      pool.close();
      throw ErrorCodes.storeException("connect to the database", e);
    }
  }

  private PostgresJobStore open(ConnectionSource connections) {
    Transactions transactions = new Transactions(connections, new StoreHealth(ticker), random);
    SchemaMigrator schema = new SchemaMigrator(transactions, names);
    Statements statements = new Statements(names, clock);
    LaneClaims claims = new LaneClaims(ticker, clock == null ? LOOK_EVERY : Duration.ZERO);
    boolean notify = notifications && clock == null; // a manual clock is for one process
    String self = Long.toHexString(random.nextLong());
    Arrivals arrivals =
        new Arrivals(claims, new ArrivalNotices(statements, transactions, ticker, self), notify);
    PostgresJobStore store =
        new PostgresJobStore(statements, transactions, claims, arrivals, ticker);
    if (migrate) {
      schema.migrate();
      store.start();
    } else {
      schema.check();
    }
    return store;
  }
}
