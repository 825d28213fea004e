package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells workers in other processes that jobs have arrived, by LISTEN and NOTIFY. A hint that
 * shortens latency: without it, for instance behind a transaction pooler, workers find the jobs by
 * looking for them.
 *
 * <p>NOTIFY makes transactions commit one after the other, so enqueues don't use it themselves: a
 * thread sends one notification for all queues that had new jobs in the meantime.
 */
final class ArrivalNotices {
  private static final Logger LOG = LoggerFactory.getLogger(ArrivalNotices.class);
  private static final long PAUSE_MILLIS = 10;
  private static final int LISTEN_MILLIS = 10_000;
  private static final long RECONNECT_MILLIS = 5_000;
  // A payload has at most 8 000 bytes, and a queue's name at most 64.
  private static final int MAX_QUEUES = 100;
  private static final String ALL = "*";
  // A hint need not be durable: its commit does not wait for the disk.
  private static final String NOTIFY =
      """
      SELECT set_config('synchronous_commit', 'off', true), pg_notify(:channel, :queues)
      """;

  private final String self;
  private final Statements statements;
  private final Transactions transactions;
  private final String channel;
  private final LongSupplier ticker;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Set<QueueName> pending = new LinkedHashSet<>(); // guarded by this
  private @Nullable Thread sender; // guarded by this
  private long sentAt; // guarded by this
  private @Nullable Thread listener; // guarded by this
  private @Nullable Connection listening; // guarded by this
  private boolean closed; // guarded by this

  /**
   * Creates notices of one store.
   *
   * @param self a name that no other store has
   */
  ArrivalNotices(
      Statements statements, Transactions transactions, LongSupplier ticker, String self) {
    this.statements = statements;
    this.transactions = transactions;
    this.ticker = ticker;
    this.self = self;
    this.channel = channel(statements.names());
  }

  // Names of schemas and prefixes together may be longer than an identifier. Two stores that share
  // a
  // channel only look for jobs more often than needed.
  private static String channel(TableNames names) {
    return "taskforge_" + Integer.toHexString(names.qualified().hashCode());
  }

  /** Jobs were stored in these queues. */
  synchronized void arrived(Set<QueueName> queues) {
    if (closed || queues.isEmpty()) {
      return;
    }
    pending.addAll(queues);
    if (sender == null) {
      sender = start("taskforge-notify", this::send);
    }
    notifyAll();
  }

  /** Calls {@code other} with the queues of jobs that other processes have stored; null for all. */
  synchronized void listen(Consumer<@Nullable Set<QueueName>> other) {
    if (!closed && listener == null && Notifications.isSupported()) {
      listener = start("taskforge-listen", () -> listenUntilClosed(other));
    }
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void send() {
    try {
      for (Set<QueueName> queues = next(); queues != null; queues = next()) {
        notifyOthers(queues);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized @Nullable Set<QueueName> next() throws InterruptedException {
    long pause = 0;
    while (!closed && (pending.isEmpty() || pause > 0)) {
      wait(pause);
      pause = PAUSE_MILLIS - Duration.ofNanos(ticker.getAsLong() - sentAt).toMillis();
    }
    sentAt = ticker.getAsLong();
    Set<QueueName> queues = Set.copyOf(pending);
    pending.clear();
    return closed ? null : queues;
  }

  private void notifyOthers(Set<QueueName> queues) {
    String names =
        queues.size() > MAX_QUEUES
            ? ALL
            : queues.stream().map(QueueName::value).collect(Collectors.joining(" "));
    try {
      transactions.statement(
          "notify other workers",
          c -> {
            try (NamedStatement statement = statements.on(c, NOTIFY)) {
              return statement
                  .text("channel", channel)
                  .text("queues", self + " " + names)
                  .countRows();
            }
          });
    } catch (StoreException e) {
      LOG.debug("other workers not notified of new jobs: {}", e.getMessage());
    }
  }

  private void listenUntilClosed(Consumer<@Nullable Set<QueueName>> other) {
    while (!isClosed()) {
      try (Connection connection = connect()) {
        // Jobs may have arrived while nothing listened.
        other.accept(null);
        while (!isClosed()) {
          for (String payload : Notifications.await(connection, LISTEN_MILLIS)) {
            received(payload, other);
          }
        }
      } catch (SQLException | RuntimeException e) {
        LOG.debug("not listening for new jobs, will retry: {}", e.getMessage());
        pause();
      }
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = transactions.dedicated();
    synchronized (this) {
      listening = connection;
    }
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + channel);
    }
    return connection;
  }

  private void received(String payload, Consumer<@Nullable Set<QueueName>> other) {
    String[] words = payload.split(" ");
    if (words.length < 2 || words[0].equals(self)) {
      return;
    }
    other.accept(
        words[1].equals(ALL)
            ? null
            : Arrays.stream(words).skip(1).map(QueueName::new).collect(Collectors.toSet()));
  }

  private void pause() {
    try {
      boolean ignored = closing.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  void close() {
    Connection connection;
    synchronized (this) {
      closed = true;
      closing.countDown();
      connection = listening;
      notifyAll();
    }
    if (connection != null) {
      try {
        // Ends a wait for notifications.
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("connection for notifications not closed: {}", e.getMessage());
      }
    }
  }
}
