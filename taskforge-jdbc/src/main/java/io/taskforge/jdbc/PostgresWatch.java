package io.taskforge.jdbc;

import io.taskforge.store.Outage;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker around the store's own connection pool. When a call fails for want of a
 * connection, or takes long, a thread of its own asks the database on a connection outside of the
 * pool whether it still answers. If it does not, calls under way are aborted and new ones fail at
 * once, until it answers again. A slow statement on a database that answers is left alone.
 */
final class PostgresWatch implements PostgresConnections {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration SLOW = Duration.ofMillis(300);
  // Firewalls forget connections that are silent for minutes.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(1);
  // Generous for a connection to be made, and short enough to be back within seconds.
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(2);
  // How long a call that failed waits to know whether it was the call's fault or the database's.
  private static final Duration VERDICT_WITHIN = Duration.ofMillis(1_200);
  // Between two tries while the database is away, and as much again at random.
  private static final int PAUSE_MILLIS = 250;
  private static final Duration CLOSED_WITHIN = Duration.ofMillis(200);
  private static final String TOO_MANY_CONNECTIONS = "53300";

  private final PostgresPool pool;
  private final LongSupplier ticker;
  private final RandomGenerator random;
  private final Map<Object, Long> underWay = new ConcurrentHashMap<>();
  private final Thread thread;
  private @Nullable Connection own; // used by the thread only, after the constructor
  private long lastAnswer; // as own
  private volatile @Nullable SQLException away;
  private boolean suspected; // guarded by this
  private long verdicts; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Connects to the database, and starts to watch it.
   *
   * @param patience how long the first connection may take
   * @param ticker a monotonic clock in nanoseconds
   * @throws SQLException if the database can't be reached
   */
  PostgresWatch(PostgresPool pool, Duration patience, LongSupplier ticker, RandomGenerator random)
      throws SQLException {
    this.pool = pool;
    this.ticker = ticker;
    this.random = random;
    this.own = connect(patience);
    this.lastAnswer = ticker.getAsLong();
    this.thread = new Thread(this::watch, "taskforge-database-watch");
    this.thread.setDaemon(true);
    this.thread.start();
  }

  @Override
  public Connection take() throws SQLException {
    SQLException fault = away;
    if (fault != null) {
      throw refused(fault);
    }
    Object waiting = new Object();
    underWay.put(waiting, ticker.getAsLong());
    try {
      Connection connection = pool.take();
      underWay.put(connection, ticker.getAsLong());
      return connection;
    } finally {
      underWay.remove(waiting);
    }
  }

  private static SQLException refused(SQLException fault) {
    return new SQLTransientConnectionException(fault.getMessage(), "08001", fault);
  }

  @Override
  public void giveBack(Connection connection) throws SQLException {
    underWay.remove(connection);
    connection.close();
  }

  @Override
  public @Nullable SQLException awayAfter(SQLException fault) {
    if (!(fault instanceof SQLTransientConnectionException) && !isLost(fault)) {
      return null;
    }
    if (away == null) {
      awaitVerdict();
    }
    return away;
  }

  private static boolean isLost(SQLException fault) {
    return PostgresFaults.outage(fault) == Outage.UNREACHABLE;
  }

  private synchronized void awaitVerdict() {
    suspected = true;
    notifyAll();
    long before = verdicts;
    long begun = ticker.getAsLong();
    long left = VERDICT_WITHIN.toMillis();
    try {
      while (left > 0 && verdicts == before && !closed) {
        wait(left);
        left = VERDICT_WITHIN.minusNanos(ticker.getAsLong() - begun).toMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch() {
    while (awaitSuspicion()) {
      SQLException fault = probe();
      away = fault;
      if (fault != null) {
        abortCalls();
        pool.evict();
      }
      decided();
    }
    discard();
  }

  /** Waits until there is a reason to ask the database; false once the watch is closed. */
  private synchronized boolean awaitSuspicion() {
    long pause = Duration.ofMillis(PAUSE_MILLIS + random.nextInt(PAUSE_MILLIS)).toNanos();
    long begun = ticker.getAsLong();
    try {
      while (!closed
          && (away == null ? !suspected && !isSlow() : ticker.getAsLong() - begun < pause)) {
        wait(TICK.toMillis());
      }
    } catch (InterruptedException e) {
      // Only close() ends this thread.
    }
    suspected = false;
    return !closed;
  }

  /** Whether a call has been in progress for long, with no answer to the watch meanwhile. */
  private boolean isSlow() {
    long now = ticker.getAsLong();
    long silence = now - lastAnswer;
    return silence >= LONGEST_SILENCE.toNanos()
        || (silence >= SLOW.toNanos()
            && underWay.values().stream().anyMatch(begun -> now - begun >= SLOW.toNanos()));
  }

  private synchronized void decided() {
    verdicts++;
    notifyAll();
  }

  /** As {@link #ask()}; whatever goes wrong, the watch must go on, or calls fail for ever. */
  private @Nullable SQLException probe() {
    try {
      return ask();
    } catch (RuntimeException e) {
      return new SQLException("the database could not be asked", e);
    }
  }

  /** Asks the database whether it answers; returns why not, or null if it does. */
  private @Nullable SQLException ask() {
    long begun = ticker.getAsLong();
    SQLException fault = own == null ? null : ask(own);
    if (fault != null) {
      discard();
      if (ticker.getAsLong() - begun >= ANSWERS_WITHIN.toNanos()) {
        return fault; // it hangs, and so would another connection
      }
    }
    if (own == null) {
      fault = reconnect();
    }
    if (fault == null) {
      lastAnswer = ticker.getAsLong();
    }
    return fault;
  }

  private static @Nullable SQLException ask(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  /** A database that refuses this connection has answered, unless it is starting or stopping. */
  private @Nullable SQLException reconnect() {
    try {
      own = connect(away == null ? ANSWERS_WITHIN : CONNECTS_WITHIN);
      return null;
    } catch (SQLException e) {
      return isLost(e) && !TOO_MANY_CONNECTIONS.equals(e.getSQLState()) ? e : null;
    }
  }

  private Connection connect(Duration patience) throws SQLException {
    Connection connection = pool.connect(patience);
    connection.setNetworkTimeout(Runnable::run, (int) ANSWERS_WITHIN.toMillis());
    return connection;
  }

  /** Ends calls that wait for an answer. Their connections are closed under their hands. */
  private void abortCalls() {
    for (Object call : underWay.keySet()) {
      if (call instanceof Connection connection) {
        try {
          connection.abort(Runnable::run);
        } catch (SQLException e) {
          // It is broken already, and its call finds out by itself.
        }
      }
    }
  }

  private void discard() {
    Connection connection = own;
    own = null;
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        // It is broken already.
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join(CLOSED_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    pool.close();
  }
}
