package io.taskforge.jdbc.sqlite;

import io.taskforge.job.StoreException;
import io.taskforge.store.StoreHealth;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes (group commit). Requests that arrive while a transaction is being
 * committed share the next one and its disk sync; each returns only after that.
 *
 * <p>If a request fails, the transaction of its group is rolled back, and each request of the group
 * runs again in its own transaction, so that only the failing request fails. Thread-safe; {@link
 * #close} may be called several times and fails the requests that have not begun.
 */
final class WriterThread implements AutoCloseable {
  // Limits how long the first request of a group waits for the last.
  private static final int MAX_GROUP = 256;

  private final Supplier<Session> connect;
  private final StoreHealth health;
  private final Thread thread;
  private final Deque<Request<?>> pending = new ArrayDeque<>(); // guarded by this
  private boolean closed; // guarded by this
  private Session session; // used by the thread only
  private final AtomicLong commits = new AtomicLong();

  private WriterThread(Supplier<Session> connect, StoreHealth health) {
    this.connect = connect;
    this.health = health;
    this.session = connect.get();
    this.thread = new Thread(this::loop, "taskforge-sqlite-writer");
    this.thread.setDaemon(true);
  }

  /** Opens a connection and starts the thread. */
  static WriterThread start(Supplier<Session> connect, StoreHealth health) {
    WriterThread writer = new WriterThread(connect, health);
    writer.thread.start();
    return writer;
  }

  /**
   * Runs {@code work} in a transaction, possibly shared with other requests, and returns once it is
   * durable.
   */
  <T> T write(String action, Work<T> work) {
    if (Thread.currentThread() == thread) {
      // A nested write, for example from a follow-up rule, would deadlock.
      throw new IllegalStateException("could not " + action + " from within another write");
    }
    Request<T> request = new Request<>(action, work);
    synchronized (this) {
      if (closed) {
        throw ErrorCodes.closed(action);
      }
      pending.add(request);
      notifyAll();
    }
    try {
      T result = request.await();
      health.succeeded();
      return result;
    } catch (StoreException e) {
      throw health.failed(e);
    }
  }

  /** The number of committed transactions. */
  long commits() {
    return commits.get();
  }

  /** The number of requests that wait for the next transaction. */
  synchronized int waiting() {
    return pending.size();
  }

  private void loop() {
    List<Request<?>> group = new ArrayList<>(MAX_GROUP);
    while (next(group)) {
      try {
        commit(group);
      } catch (Throwable e) { // no error may end the loop or leave a caller waiting
        group.forEach(request -> request.fail(e));
      }
    }
    close(session);
  }

  /**
   * Waits for requests and moves them to {@code group}; returns false once the writer is closed.
   * Allocates nothing: an OutOfMemoryError here would end the writer thread.
   */
  private synchronized boolean next(List<Request<?>> group) {
    group.clear();
    while (pending.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Only close() ends this thread.
      }
    }
    while (!closed && group.size() < MAX_GROUP && !pending.isEmpty()) {
      group.add(pending.remove());
    }
    return !group.isEmpty();
  }

  private void commit(List<Request<?>> group) {
    try {
      session.execute("BEGIN IMMEDIATE");
    } catch (SQLException e) {
      if (!ErrorCodes.isBusy(e)) {
        reconnect();
      }
      group.forEach(request -> request.fail(e));
      return;
    }
    try {
      for (Request<?> request : group) {
        request.run(session);
      }
      session.execute("COMMIT");
    } catch (SQLException | RuntimeException | Error e) {
      rollBack();
      if (group.size() == 1) {
        group.get(0).fail(e);
      } else {
        group.forEach(request -> commit(List.of(request)));
      }
      return;
    }
    commits.incrementAndGet();
    group.forEach(Request::release);
  }

  private void rollBack() {
    try {
      session.forget();
      session.execute("ROLLBACK");
    } catch (SQLException e) {
      // SQLite has already rolled back, or the connection is broken. A new connection handles both.
      reconnect();
    }
  }

  private void reconnect() {
    Session broken = session;
    session = connect.get();
    close(broken);
  }

  @Override
  public void close() {
    List<Request<?>> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(pending);
      pending.clear();
      notifyAll();
    }
    left.forEach(request -> request.fail(ErrorCodes.closed(request.action)));
    boolean interrupted = false;
    while (thread.isAlive() && Thread.currentThread() != thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Session session) {
    try {
      session.close();
    } catch (SQLException e) {
      // Committed transactions are durable, and the next process to open the file cleans up.
    }
  }

  /** One caller's work; the caller waits on it for the result. */
  private static final class Request<T> {
    private final String action;
    private final Work<T> work;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable T result; // used by the writer's thread only

    Request(String action, Work<T> work) {
      this.action = action;
      this.work = work;
    }

    void run(Session session) throws SQLException {
      result = work.in(session);
    }

    void release() {
      answer.complete(result);
    }

    void fail(Throwable fault) {
      answer.completeExceptionally(fault);
    }

    /** Waits uninterruptibly: a caller that returned early would not know the result. */
    T await() {
      try {
        return answer.join();
      } catch (CompletionException e) {
        Throwable fault = e.getCause();
        if (fault instanceof SQLException sql) {
          throw ErrorCodes.storeException(action, sql);
        }
        if (fault instanceof StoreException store) {
          throw store;
        }
        throw new StoreException(action, false, fault);
      }
    }
  }
}
