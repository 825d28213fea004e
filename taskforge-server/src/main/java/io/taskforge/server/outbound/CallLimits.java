package io.taskforge.server.outbound;

import io.taskforge.job.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits concurrent calls, each of which has its own connection. A tenant has a limit for each host
 * and port, and in total may hold no more connections than are left for the others: half of them if
 * it is alone, a third beside another tenant. So one is always free for the next tenant.
 * Backpressure: a call waits for a connection for a while, then fails as overloaded. Thread-safe.
 */
final class CallLimits {
  private record Route(TenantId tenant, String host, int port) {
    static Route of(HttpCall call) {
      return new Route(call.tenant(), call.url().host(), call.url().port());
    }
  }

  private final int total;
  private final int perHost;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition givenBack = lock.newCondition();
  // All guarded by the lock; without entries for zero.
  private final Map<Route, Integer> routes = new HashMap<>();
  private final Map<TenantId, Integer> tenants = new HashMap<>();
  private int taken;

  CallLimits(int total, int perHost) {
    this.total = total;
    this.perHost = perHost;
  }

  /**
   * Reserves a connection for a call, waiting if necessary.
   *
   * @return why none became free in time; empty if one was reserved
   */
  Optional<String> take(HttpCall call, Duration within) throws InterruptedException {
    Route route = Route.of(call);
    long left = within.toNanos();
    lock.lockInterruptibly();
    try {
      Optional<String> why = whyNone(route);
      while (why.isPresent() && left > 0) {
        left = givenBack.awaitNanos(left);
        why = whyNone(route);
      }
      if (why.isEmpty()) {
        routes.merge(route, 1, Integer::sum);
        tenants.merge(route.tenant(), 1, Integer::sum);
        taken++;
      }
      return why;
    } finally {
      lock.unlock();
    }
  }

  private Optional<String> whyNone(Route route) {
    int there = routes.getOrDefault(route, 0);
    if (there >= perHost) {
      return Optional.of(
          "tenant %s has %d of at most %d calls to it under way"
              .formatted(route.tenant(), there, perHost));
    }
    int own = tenants.getOrDefault(route.tenant(), 0);
    int free = total - taken;
    return own < free
        ? Optional.empty()
        : Optional.of(
            "tenant %s has %d calls under way, and %d connections are left"
                .formatted(route.tenant(), own, free));
  }

  void giveBack(HttpCall call) {
    Route route = Route.of(call);
    lock.lock();
    try {
      routes.computeIfPresent(route, (same, held) -> held == 1 ? null : held - 1);
      tenants.computeIfPresent(route.tenant(), (same, held) -> held == 1 ? null : held - 1);
      taken--;
      givenBack.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
