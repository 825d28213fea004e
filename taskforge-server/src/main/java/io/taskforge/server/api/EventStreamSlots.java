package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The places of those who listen to events. One tenant's keys can't take them all, and all tenants
 * together leave some to operators. Thread-safe.
 */
final class EventStreamSlots {
  /** How many may listen at once. */
  static final int MOST = 100;

  /** How many of one tenant may. */
  static final int MOST_OF_A_TENANT = 10;

  /** How many places are for operators alone. */
  static final int FOR_OPERATORS = 20;

  private final Map<TenantId, Integer> tenants = new HashMap<>(); // guarded by this
  private int operators; // guarded by this

  /** Takes a place, which is to be closed; none if there is none for this caller. */
  synchronized Optional<Place> take(Caller caller) {
    TenantId tenant = caller.tenant();
    int ofTenants = tenants.values().stream().mapToInt(Integer::intValue).sum();
    if (operators + ofTenants >= MOST) {
      return Optional.empty();
    }
    if (tenant == null) {
      operators++;
      return Optional.of(new Place(caller));
    }
    if (ofTenants >= MOST - FOR_OPERATORS || tenants.getOrDefault(tenant, 0) >= MOST_OF_A_TENANT) {
      return Optional.empty();
    }
    tenants.merge(tenant, 1, Integer::sum);
    return Optional.of(new Place(caller));
  }

  private synchronized void give(Caller caller) {
    TenantId tenant = caller.tenant();
    if (tenant == null) {
      operators--;
    } else {
      tenants.computeIfPresent(tenant, (same, n) -> n > 1 ? n - 1 : null);
    }
  }

  /** Somebody's place; it is free again once it is closed. */
  final class Place implements AutoCloseable {
    private final Caller caller;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Place(Caller caller) {
      this.caller = caller;
    }

    Caller caller() {
      return caller;
    }

    @Override
    public void close() {
      if (open.getAndSet(false)) {
        give(caller);
      }
    }
  }
}
