package io.taskforge.jdbc;

import io.taskforge.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.sql.Savepoint;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs work in transactions. The one place where an SQLException becomes ours, and where work that
 * met a deadlock or a serialization failure is done again.
 */
final class PostgresTransactions {
  private static final int TRIES = 5;
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;
  private static final Set<String> COLLISIONS = Set.of("40001", "40P01");
  // A collision, a lock that could not be had, a read-only standby.
  private static final Set<String> TRANSIENT = Set.of("40001", "40P01", "25006", "55P03");
  // No connection; no room, memory or connections left; shut down or cancelled; input and output.
  private static final Set<String> TRANSIENT_CLASSES = Set.of("08", "53", "57", "58");

  private final DataSource dataSource;
  private final RandomGenerator random;
  private volatile boolean closed;

  PostgresTransactions(DataSource dataSource, RandomGenerator random) {
    this.dataSource = dataSource;
    this.random = random;
  }

  /** What is done with a connection; may be done more than once. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Runs work that is one statement, or statements that stand on their own. */
  <T> T statement(String action, Work<T> work) {
    return run(action, work, true);
  }

  /** Runs work in one transaction. */
  <T> T transaction(String action, Work<T> work) {
    return run(action, work, false);
  }

  /** Runs work in a transaction that is the caller's. */
  <T> T joined(String action, Connection transaction, Work<T> work) {
    try {
      return work.on(transaction);
    } catch (SQLException e) {
      throw translated(action, e);
    }
  }

  /**
   * Runs work of several statements in a transaction that is the caller's, all of it or none,
   * whatever the caller does afterwards; in one of its own if the caller has begun none.
   */
  <T> T joinedWhole(String action, Connection transaction, Work<T> work) {
    try {
      return transaction.getAutoCommit() ? alone(transaction, work) : saved(transaction, work);
    } catch (SQLException e) {
      throw translated(action, e);
    }
  }

  private static <T> T alone(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.on(connection);
      connection.commit();
      return result;
    } catch (Throwable e) { // an Error too: what was half done must not be committed
      rollback(connection, e);
      throw e;
    } finally {
      restore(connection, true);
    }
  }

  private static <T> T saved(Connection transaction, Work<T> work) throws SQLException {
    Savepoint before = transaction.setSavepoint();
    try {
      T result = work.on(transaction);
      transaction.releaseSavepoint(before);
      return result;
    } catch (Throwable e) { // an Error too: what was half done must not be committed
      try {
        transaction.rollback(before);
      } catch (SQLException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  void close() {
    closed = true;
  }

  private <T> T run(String action, Work<T> work, boolean autoCommit) {
    for (int tried = 1; ; tried++) {
      if (closed) {
        throw new StoreException(action, false, new IllegalStateException("the store is closed"));
      }
      try {
        return once(work, autoCommit);
      } catch (SQLException e) {
        if (tried == TRIES || !COLLISIONS.contains(String.valueOf(e.getSQLState()))) {
          throw translated(action, e);
        }
        LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS) + 1);
      }
    }
  }

  private <T> T once(Work<T> work, boolean autoCommit) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      boolean before = connection.getAutoCommit();
      if (before != autoCommit) {
        connection.setAutoCommit(autoCommit);
      }
      try {
        T result = work.on(connection);
        if (!autoCommit) {
          connection.commit();
        }
        return result;
      } catch (Throwable e) { // an Error too: what was half done must not be committed
        if (!autoCommit) {
          rollback(connection, e);
        }
        throw e;
      } finally {
        restore(connection, before);
      }
    }
  }

  private static void rollback(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  // A connection that can't be restored is broken: its pool finds out, and the work is done.
  private static void restore(Connection connection, boolean autoCommit) throws SQLException {
    if (!connection.isClosed() && connection.getAutoCommit() != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
  }

  private static StoreException translated(String action, SQLException e) {
    return new StoreException(action, isTransient(e), e);
  }

  static boolean isTransient(SQLException e) {
    @Nullable String state = e.getSQLState();
    return e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || (state != null
            && (TRANSIENT.contains(state)
                || (state.length() == 5 && TRANSIENT_CLASSES.contains(state.substring(0, 2)))));
  }
}
