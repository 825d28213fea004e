package io.taskforge.server.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose request takes too long, from its first byte to the first byte of the
 * response. Protects against slowloris attacks: a client that keeps sending single bytes never
 * reaches the idle timeout, but holds a connection and, while its body is read, a thread.
 */
final class RequestTimeout extends AbstractLifeCycle implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(RequestTimeout.class);
  private static final long MIN_INTERVAL = 20;
  private static final long MAX_INTERVAL = 1_000;

  private final Scheduler scheduler;
  private final LongSupplier ticker;
  private final long limitNanos;
  private final long intervalMillis;
  private final Map<Connection, Seen> connections = new ConcurrentHashMap<>();

  /**
   * The progress of a connection at the last check.
   *
   * @param out bytes sent
   * @param in bytes received when the last of those was sent
   * @param since when more bytes than those were first seen, the start of a request; 0 if none
   */
  private record Seen(long out, long in, long since) {}

  RequestTimeout(Scheduler scheduler, LongSupplier ticker, long limitMillis) {
    this.scheduler = scheduler;
    this.ticker = ticker;
    limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
    intervalMillis = Math.max(MIN_INTERVAL, Math.min(MAX_INTERVAL, limitMillis / 10));
  }

  @Override
  protected void doStart() {
    schedule();
  }

  private void schedule() {
    scheduler.schedule(this::check, intervalMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void onOpened(Connection connection) {
    connections.put(connection, new Seen(0, 0, 0));
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  private void check() {
    if (isStopping() || isStopped()) {
      return;
    }
    long now = ticker.getAsLong();
    try {
      connections.replaceAll((connection, seen) -> next(connection, seen, now));
    } finally {
      schedule();
    }
  }

  private Seen next(Connection connection, Seen seen, long now) {
    long in = connection.getBytesIn();
    long out = connection.getBytesOut();
    if (out != seen.out) {
      return new Seen(out, in, 0);
    }
    if (in == seen.in) {
      return seen;
    }
    if (seen.since == 0) {
      return new Seen(out, seen.in, now);
    }
    if (now - seen.since > limitNanos) {
      LOG.info("connection closed: the request took too long");
      connection.getEndPoint().close();
    }
    return seen;
  }
}
