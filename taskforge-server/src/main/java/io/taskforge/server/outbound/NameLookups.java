package io.taskforge.server.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks up names on threads of its own, because a look-up can't be interrupted and may take longer
 * than its caller has. Callers who ask for the same name at once share one look-up, so that a dead
 * name takes one thread.
 */
final class NameLookups implements AutoCloseable {
  private static final int MAX_THREADS = 64;

  private final AddressResolver resolver;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> CallWatch.daemon(task, "taskforge-lookup"));
  private final ConcurrentMap<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();

  NameLookups(AddressResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * Returns the addresses of a name; never an empty list.
   *
   * @throws java.util.concurrent.RejectedExecutionException if too many look-ups are under way
   */
  List<InetAddress> addresses(String host, Duration within)
      throws UnknownHostException, TimeoutException, InterruptedException {
    CompletableFuture<List<InetAddress>> lookup = new CompletableFuture<>();
    CompletableFuture<List<InetAddress>> earlier = running.putIfAbsent(host, lookup);
    if (earlier == null) {
      start(host, lookup);
    }
    try {
      return (earlier == null ? lookup : earlier).get(within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      UnknownHostException unknown = new UnknownHostException(host);
      unknown.initCause(e.getCause());
      throw unknown;
    }
  }

  private void start(String host, CompletableFuture<List<InetAddress>> lookup) {
    try {
      threads.execute(() -> complete(host, lookup));
    } catch (RuntimeException | Error e) {
      running.remove(host, lookup);
      lookup.completeExceptionally(e);
      throw e;
    }
  }

  private void complete(String host, CompletableFuture<List<InetAddress>> lookup) {
    try {
      List<InetAddress> found = List.copyOf(resolver.resolve(host));
      running.remove(host, lookup);
      if (found.isEmpty()) {
        throw new UnknownHostException(host);
      }
      lookup.complete(found);
    } catch (Throwable e) { // whoever waits must hear of it
      running.remove(host, lookup);
      lookup.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
