package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits the open event streams: per tenant, of all tenants together so that some remain for
 * operators, and in total. Thread-safe.
 */
final class EventStreamSlots {
  static final int MAX = 100;

  static final int MAX_PER_TENANT = 10;

  /** The number of streams that only operators may open. */
  static final int RESERVED_FOR_OPERATORS = 20;

  private final Map<TenantId, Integer> tenants = new HashMap<>(); // guarded by this
  private int operators; // guarded by this

  /** Returns a slot, which must be closed; empty if a limit is reached. */
  synchronized Optional<Slot> take(Caller caller) {
    TenantId tenant = caller.tenant();
    int ofTenants = tenants.values().stream().mapToInt(Integer::intValue).sum();
    if (operators + ofTenants >= MAX) {
      return Optional.empty();
    }
    if (tenant == null) {
      operators++;
      return Optional.of(new Slot(caller));
    }
    if (ofTenants >= MAX - RESERVED_FOR_OPERATORS
        || tenants.getOrDefault(tenant, 0) >= MAX_PER_TENANT) {
      return Optional.empty();
    }
    tenants.merge(tenant, 1, Integer::sum);
    return Optional.of(new Slot(caller));
  }

  /** Returns the tenants that have a stream open; empty for operators. */
  synchronized Set<Optional<TenantId>> subscribers() {
    Set<Optional<TenantId>> all = new HashSet<>();
    tenants.keySet().forEach(tenant -> all.add(Optional.of(tenant)));
    if (operators > 0) {
      all.add(Optional.empty());
    }
    return all;
  }

  private synchronized void release(Caller caller) {
    TenantId tenant = caller.tenant();
    if (tenant == null) {
      operators--;
    } else {
      tenants.computeIfPresent(tenant, (same, n) -> n > 1 ? n - 1 : null);
    }
  }

  /** Permission for one stream, until it is closed. */
  final class Slot implements AutoCloseable {
    private final Caller caller;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Slot(Caller caller) {
      this.caller = caller;
    }

    Caller caller() {
      return caller;
    }

    @Override
    public void close() {
      if (open.getAndSet(false)) {
        release(caller);
      }
    }
  }
}
