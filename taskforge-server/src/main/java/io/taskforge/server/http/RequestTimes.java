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
 * answer. A client that sends a byte now and then is never silent, and would hold a connection, and
 * where the body is read also a thread, for as long as it likes.
 */
final class RequestTimes extends AbstractLifeCycle implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(RequestTimes.class);
  private static final long SHORTEST_LOOK = 20;
  private static final long LONGEST_LOOK = 1_000;

  private final Scheduler scheduler;
  private final LongSupplier ticker;
  private final long limitNanos;
  private final long lookMillis;
  private final Map<Connection, Seen> connections = new ConcurrentHashMap<>();

  /**
   * How far a connection was when it was looked at.
   *
   * @param out bytes that were answered
   * @param in bytes that had come in when the last of those went out
   * @param since when more than those were first seen; 0 if none were
   */
  private record Seen(long out, long in, long since) {}

  RequestTimes(Scheduler scheduler, LongSupplier ticker, long limitMillis) {
    this.scheduler = scheduler;
    this.ticker = ticker;
    limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
    lookMillis = Math.max(SHORTEST_LOOK, Math.min(LONGEST_LOOK, limitMillis / 10));
  }

  @Override
  protected void doStart() {
    schedule();
  }

  private void schedule() {
    scheduler.schedule(this::look, lookMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void onOpened(Connection connection) {
    connections.put(connection, new Seen(0, 0, 0));
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  private void look() {
    if (isStopping() || isStopped()) {
      return;
    }
    long now = ticker.getAsLong();
    connections.replaceAll((connection, seen) -> next(connection, seen, now));
    schedule();
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
      LOG.info("closed a connection whose request took too long");
      connection.getEndPoint().close();
    }
    return seen;
  }
}
