package io.taskforge.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to be closed again, last opened first. Thread-safe; closing twice is harmless. */
final class OpenThings implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenThings.class);

  private final Deque<AutoCloseable> things = new ArrayDeque<>(); // guarded by this
  private volatile boolean closed;

  /** Returns {@code thing}, which is closed with this: at once if this is closed already. */
  synchronized <T extends AutoCloseable> T add(T thing) {
    if (closed) {
      close(thing);
    } else {
      things.push(thing);
    }
    return thing;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    while (!things.isEmpty()) {
      close(things.pop());
    }
  }

  /** One that can't be closed must not keep the others open. */
  private static void close(AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception e) {
      LOG.error("could not close {}", thing.getClass().getSimpleName(), e);
    }
  }
}
