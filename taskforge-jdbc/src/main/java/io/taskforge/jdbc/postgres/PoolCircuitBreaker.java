package io.taskforge.jdbc.postgres;

import io.taskforge.job.Outage;
import io.taskforge.job.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker around the store's own connection pool. When a call gets no connection or is
 * slow, a background thread probes the database on a separate connection. If the database does not
 * answer, the circuit opens: calls in progress are aborted, and new calls fail immediately until
 * the database answers again. A slow statement is not aborted while the database answers the probe.
 */
final class PoolCircuitBreaker implements ConnectionSource {
  private static final Logger LOG = LoggerFactory.getLogger(PoolCircuitBreaker.class);
  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration SLOW = Duration.ofMillis(300);
  // Firewalls drop connections that are idle for minutes.
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(1);
  // Long enough to connect, and short enough to recover within seconds.
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(2);
  // How long a call waits for a free connection while the database answers.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  // How long a failed call waits for a probe to tell whether the database is unreachable.
  private static final Duration VERDICT_WITHIN = Duration.ofMillis(1_200);
  // The pause between probes while the database is unreachable, plus up to the same again as
  // jitter.
  private static final int PAUSE_MILLIS = 250;
  private static final Duration EVICTED_EVERY = Duration.ofSeconds(1);
  private static final Duration CLOSED_WITHIN = Duration.ofMillis(200);
  private static final String TOO_MANY_CONNECTIONS = "53300";

  private final ConnectionPool pool;
  private final LongSupplier ticker;
  private final RandomGenerator random;
  private final Map<Object, Long> underWay = new ConcurrentHashMap<>();
  private final Thread thread;
  private @Nullable Connection own; // used by the thread only, after the constructor
  private long lastAnswer; // as own
  private volatile @Nullable SQLException away;
  private final AtomicLong evicted;
  private volatile long lastCall; // when a call was answered
  private boolean suspected; // guarded by this
  private long verdicts; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Connects to the database and starts the probing thread.
   *
   * @param patience how long the first connection may take
   * @param ticker a monotonic clock in nanoseconds
   * @throws SQLException if the database can't be reached
   */
  PoolCircuitBreaker(
      ConnectionPool pool, Duration patience, LongSupplier ticker, RandomGenerator random)
      throws SQLException {
    this.pool = pool;
    this.ticker = ticker;
    this.random = random;
    this.own = connect(patience);
    this.lastAnswer = ticker.getAsLong();
    this.lastCall = lastAnswer;
    this.evicted = new AtomicLong(lastAnswer - EVICTED_EVERY.toNanos());
    this.thread = new Thread(this::watch, "taskforge-database-watch");
    this.thread.setDaemon(true);
    this.thread.start();
  }

  @Override
  public Connection take() throws SQLException {
    Object waiting = new Object();
    long begun = ticker.getAsLong();
    underWay.put(waiting, begun);
    try {
      while (true) {
        SQLException fault = away;
        if (fault != null) {
          throw refused(fault);
        }
        try {
          Connection connection = pool.take();
          underWay.put(connection, ticker.getAsLong());
          return connection;
        } catch (SQLTransientConnectionException e) {
          // The pool's own wait is short, so that the call fails soon if the database is
          // unreachable.
          if (ticker.getAsLong() - begun >= LONGEST_WAIT.toNanos()) {
            throw e;
          }
        }
      }
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
  public Connection dedicated() throws SQLException {
    return connect(CONNECTS_WITHIN);
  }

  @Override
  public void answered() {
    lastCall = ticker.getAsLong();
  }

  @Override
  public StoreException fault(String action, SQLException e) {
    if (ErrorCodes.outage(e) == Outage.READ_ONLY) {
      leaveStandby();
    }
    if (!(e instanceof SQLTransientConnectionException) && !isLost(e)) {
      return ErrorCodes.storeException(action, e);
    }
    boolean known = away != null || awaitVerdict();
    SQLException fault = away;
    if (fault != null) {
      return new StoreException(action, Outage.UNREACHABLE, fault);
    }
    // The database answers, so it only closed this connection or had none available.
    return known ? new StoreException(action, true, e) : ErrorCodes.storeException(action, e);
  }

  /**
   * A server that allows no writes may be a primary that became a standby. New connections find the
   * new primary, if the URL names it. At most one eviction per second, so that calls to a database
   * that stays read-only don't connect each time.
   */
  private void leaveStandby() {
    long now = ticker.getAsLong();
    long last = evicted.get();
    if (now - last >= EVICTED_EVERY.toNanos() && evicted.compareAndSet(last, now)) {
      pool.evict();
    }
  }

  private static boolean isLost(SQLException fault) {
    return ErrorCodes.outage(fault) == Outage.UNREACHABLE;
  }

  /** Requests a probe; returns whether it finished in time. */
  private synchronized boolean awaitVerdict() {
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
    return verdicts != before;
  }

  private void watch() {
    boolean open = true;
    while (open) {
      try {
        open = awaitSuspicion();
        if (open) {
          decide();
        }
      } catch (RuntimeException e) {
        LOG.error("database probe failed unexpectedly, will retry", e);
      } catch (Error e) {
        // Logging can fail for lack of memory. The thread must keep probing, or the circuit might
        // never close again.
      }
    }
    discard();
  }

  private void decide() {
    SQLException fault = ask();
    away = fault;
    if (fault != null) {
      abortCalls();
      pool.evict();
    }
    decided();
  }

  /** Waits until there is a reason to probe the database; returns false once this is closed. */
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

  /** Whether a call has been in progress for long without a successful probe since it began. */
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

  /** Probes the database; returns the failure, or null if the database answers. */
  private @Nullable SQLException ask() {
    long begun = ticker.getAsLong();
    SQLException fault = own == null ? null : ask(own);
    if (fault != null) {
      discard();
      if (ticker.getAsLong() - begun >= ANSWERS_WITHIN.toNanos() && lastCall - begun < 0) {
        return fault; // No call was answered meanwhile; a new connection would hang too.
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

  /**
   * A database that refuses this connection counts as answering, unless it is starting or stopping.
   */
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

  /** Aborts the connections of calls in progress, so that the calls fail. */
  private void abortCalls() {
    for (Object call : underWay.keySet()) {
      if (call instanceof Connection connection) {
        try {
          connection.abort(PoolCircuitBreaker::inBackground);
        } catch (SQLException e) {
          // The connection is already broken, and its call will fail.
        }
      }
    }
  }

  /** Runs in the background because closing a TLS connection waits for a write that hangs. */
  private static void inBackground(Runnable abort) {
    Thread thread = new Thread(abort, "taskforge-connection-abort");
    thread.setDaemon(true);
    thread.start();
  }

  private void discard() {
    Connection connection = own;
    own = null;
    if (connection != null) {
      try {
        connection.abort(PoolCircuitBreaker::inBackground);
      } catch (SQLException e) {
        // The connection is already broken.
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
