package io.taskforge.jdbc.postgres;

import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Runs work in transactions. Converts every SQLException to a StoreException, and retries work
 * after a deadlock or a serialization failure.
 */
final class Transactions {
  private static final int TRIES = 5;
  private static final long LONGEST_PAUSE_NANOS = 20_000_000;

  private final ConnectionSource connections;
  private final StoreHealth health;
  private final RandomGenerator random;
  private volatile boolean closed;

  Transactions(ConnectionSource connections, StoreHealth health, RandomGenerator random) {
    this.connections = connections;
    this.health = health;
    this.random = random;
  }

  Connection dedicated() throws SQLException {
    return connections.dedicated();
  }

  StoreHealth health() {
    return health;
  }

  /** Work on a connection; may run more than once. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** Runs work in auto-commit mode: one statement, or several independent ones. */
  <T> T statement(String action, Work<T> work) {
    return run(action, work, true);
  }

  /** Runs work in one transaction. */
  <T> T transaction(String action, Work<T> work) {
    return run(action, work, false);
  }

  /** Runs work in the caller's transaction. */
  <T> T joined(String action, Connection transaction, Work<T> work) {
    try {
      return work.on(transaction);
    } catch (SQLException e) {
      throw ErrorCodes.storeException(action, e);
    }
  }

  /**
   * Runs several statements atomically in the caller's transaction, using a savepoint; in a new
   * transaction if the caller has begun none.
   */
  <T> T joinedWhole(String action, Connection transaction, Work<T> work) {
    try {
      return transaction.getAutoCommit() ? alone(transaction, work) : saved(transaction, work);
    } catch (SQLException e) {
      throw ErrorCodes.storeException(action, e);
    }
  }

  private static <T> T alone(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.on(connection);
      connection.commit();
      return result;
    } catch (Throwable e) { // an Error too: partial work must not be committed
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
    } catch (Throwable e) { // an Error too: partial work must not be committed
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
    connections.close();
  }

  private <T> T run(String action, Work<T> work, boolean autoCommit) {
    for (int tried = 1; ; tried++) {
      if (closed) {
        throw new StoreException(action, false, new IllegalStateException("the store is closed"));
      }
      try {
        T result = once(work, autoCommit);
        connections.answered();
        health.succeeded();
        return result;
      } catch (SQLException e) {
        if (tried == TRIES || !ErrorCodes.isCollision(e)) {
          throw health.failed(connections.fault(action, e));
        }
        LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE_NANOS) + 1);
      }
    }
  }

  private <T> T once(Work<T> work, boolean autoCommit) throws SQLException {
    Connection connection = connections.take();
    try {
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
      } catch (Throwable e) { // an Error too: partial work must not be committed
        if (!autoCommit) {
          rollback(connection, e);
        }
        throw e;
      } finally {
        restore(connection, before);
      }
    } finally {
      connections.giveBack(connection);
    }
  }

  private static void rollback(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  // A closed connection is left to its pool; the work itself is done.
  private static void restore(Connection connection, boolean autoCommit) throws SQLException {
    if (!connection.isClosed() && connection.getAutoCommit() != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
  }
}
