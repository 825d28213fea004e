package io.taskforge.server.outbound;

import io.taskforge.job.TenantId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * Resolves names on separate threads, because a DNS lookup can't be interrupted and may outlast the
 * call's deadline. Concurrent lookups of one name share a thread, and a tenant has a limited number
 * of concurrent lookups, so that one with slow names delays only itself.
 */
final class DnsLookups implements AutoCloseable {
  private static final int MAX_THREADS = 256;
  static final int MAX_PER_TENANT = 8;

  private final AddressResolver resolver;
  private final LongSupplier ticker;
  // One per tenant that makes calls; operators create tenants.
  private final ConcurrentMap<TenantId, Semaphore> places = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> CallDeadlines.daemon(task, "taskforge-lookup"));
  private final ConcurrentMap<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();

  DnsLookups(AddressResolver resolver, LongSupplier ticker) {
    this.resolver = resolver;
    this.ticker = ticker;
  }

  /**
   * Returns the addresses of a name; never an empty list.
   *
   * @throws java.util.concurrent.RejectedExecutionException if too many lookups are running
   */
  List<InetAddress> addresses(TenantId tenant, String host, Duration within)
      throws UnknownHostException, TimeoutException, InterruptedException {
    long begun = ticker.getAsLong();
    CompletableFuture<List<InetAddress>> lookup = running.get(host);
    if (lookup == null) {
      Semaphore own = places.computeIfAbsent(tenant, same -> new Semaphore(MAX_PER_TENANT, true));
      if (!own.tryAcquire(within.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new TimeoutException();
      }
      lookup = joined(host, own);
    }
    try {
      long left = within.toNanos() - (ticker.getAsLong() - begun);
      return lookup.get(Math.max(0, left), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      UnknownHostException unknown = new UnknownHostException(host);
      unknown.initCause(e.getCause());
      throw unknown;
    }
  }

  /** Returns the running lookup, or starts one that holds the permit until it ends. */
  private CompletableFuture<List<InetAddress>> joined(String host, Semaphore place) {
    CompletableFuture<List<InetAddress>> lookup = new CompletableFuture<>();
    CompletableFuture<List<InetAddress>> earlier = running.putIfAbsent(host, lookup);
    if (earlier != null) {
      place.release();
      return earlier;
    }
    start(host, lookup, place);
    return lookup;
  }

  private void start(String host, CompletableFuture<List<InetAddress>> lookup, Semaphore place) {
    try {
      threads.execute(
          () -> {
            try {
              complete(host, lookup);
            } finally {
              place.release();
            }
          });
    } catch (RuntimeException | Error e) {
      place.release();
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
    } catch (Throwable e) { // the waiting calls must get it
      running.remove(host, lookup);
      lookup.completeExceptionally(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
