package io.taskforge.jdbc.sqlite;

import io.taskforge.store.StoreHealth;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small pool of read-only connections, opened on demand. Each read sees one snapshot, and neither
 * waits for the writer nor blocks it. Thread-safe; a second {@link #close} does nothing.
 */
final class ReadConnections implements AutoCloseable {
  private static final int MAX_READERS = 4;

  private final Supplier<Session> connect;
  private final StoreHealth health;
  private final Semaphore free = new Semaphore(MAX_READERS);
  private final Deque<Session> idle = new ArrayDeque<>(); // guarded by this
  private boolean closed; // guarded by this

  ReadConnections(Supplier<Session> connect, StoreHealth health) {
    this.connect = connect;
    this.health = health;
  }

  /** Runs {@code work} on a snapshot of the database. */
  <T> T read(String action, Work<T> work) {
    free.acquireUninterruptibly();
    try {
      Session session = take(action);
      boolean sound = false;
      try {
        session.execute("BEGIN");
        T result = work.in(session);
        session.execute("COMMIT");
        sound = true;
        health.succeeded();
        return result;
      } finally {
        giveBack(session, sound);
      }
    } catch (SQLException e) {
      throw health.failed(ErrorCodes.storeException(action, e));
    } finally {
      free.release();
    }
  }

  private Session take(String action) {
    Session session = idle(action);
    return session == null ? connect.get() : session;
  }

  private synchronized @Nullable Session idle(String action) {
    if (closed) {
      throw ErrorCodes.closed(action);
    }
    return idle.poll();
  }

  private synchronized void giveBack(Session session, boolean sound) throws SQLException {
    if (sound && !closed) {
      session.batches().clear(); // large, and rarely read again
      idle.push(session);
    } else {
      session.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (Session session = idle.poll(); session != null; session = idle.poll()) {
      try {
        session.close();
      } catch (SQLException e) {
        // The connection was read-only, so nothing is lost.
      }
    }
  }
}
