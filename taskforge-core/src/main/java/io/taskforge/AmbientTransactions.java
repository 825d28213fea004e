package io.taskforge;

import java.sql.Connection;
import java.util.Optional;

/**
 * The transactions that a framework binds to the calling thread, for instance Spring's. {@link
 * TaskForge#enqueue} joins the transaction that is active on the job store's database, if there is
 * one. Implementations are thread-safe.
 */
public interface AmbientTransactions {
  /** There is never an active transaction; the default. */
  AmbientTransactions NONE =
      new AmbientTransactions() {
        @Override
        public Optional<Connection> current() {
          return Optional.empty();
        }

        @Override
        public void afterCommit(Runnable action) {
          throw new IllegalStateException("no transaction is active");
        }
      };

  /**
   * Returns the connection of the calling thread's active transaction on the job store's database;
   * empty if there is none. The framework commits, rolls back and closes it.
   */
  Optional<Connection> current();

  /** Calls {@code action} once the transaction of {@link #current} is committed. */
  void afterCommit(Runnable action);
}
