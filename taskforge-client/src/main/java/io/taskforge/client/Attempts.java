package io.taskforge.client;

import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Wake;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The jobs of a worker from the claim to the answer to their result: their leases must be extended
 * that long. Thread-safe.
 */
final class Attempts {
  private final int concurrency;
  private final Map<String, Attempt> held = new ConcurrentHashMap<>();
  private final Wake changed = new Wake();
  private int running; // guarded by this

  Attempts(int concurrency) {
    this.concurrency = concurrency;
  }

  /** How many more jobs may be claimed: results that wait for a server that is away count too. */
  synchronized int free() {
    return Math.min(concurrency - running, 2 * concurrency - held.size());
  }

  synchronized void add(Attempt attempt) {
    running++;
    held.put(attempt.token(), attempt);
  }

  /** The handler is done; its result has yet to be reported. */
  void finished() {
    synchronized (this) {
      running--;
    }
    changed.wake();
  }

  /** The result was answered, or will never be. */
  void forget(String token) {
    held.remove(token);
    changed.wake();
  }

  List<Attempt> all() {
    return List.copyOf(held.values());
  }

  synchronized boolean isIdle() {
    return running == 0;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Waits until all handlers are done. */
  void awaitIdle(Deadline deadline) throws InterruptedException {
    while (!isIdle() && !deadline.left().isZero()) {
      changed.await(deadline.left());
    }
  }

  /** Waits until all results are reported. */
  void awaitEmpty(Deadline deadline) throws InterruptedException {
    while (!isEmpty() && !deadline.left().isZero()) {
      changed.await(deadline.left());
    }
  }
}
