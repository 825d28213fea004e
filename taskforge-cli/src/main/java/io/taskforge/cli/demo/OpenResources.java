package io.taskforge.cli.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resources that are closed together, in reverse order. Thread-safe; closing is idempotent. */
final class OpenResources implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenResources.class);

  private final Deque<AutoCloseable> resources = new ArrayDeque<>(); // guarded by this
  private volatile boolean closed;

  /** Adds {@code resource} and returns it; closes it immediately if this is closed already. */
  synchronized <T extends AutoCloseable> T add(T resource) {
    if (closed) {
      close(resource);
    } else {
      resources.push(resource);
    }
    return resource;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    while (!resources.isEmpty()) {
      close(resources.pop());
    }
  }

  /** Logs a failure, so that the other resources are closed as well. */
  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      LOG.error("could not close {}", resource.getClass().getSimpleName(), e);
    }
  }
}
