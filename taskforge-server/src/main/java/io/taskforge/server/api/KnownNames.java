package io.taskforge.server.api;

import io.taskforge.job.TenantId;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.query.JobPlace;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.Queue;
import io.taskforge.server.access.ExpiringCache;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The names of queues, types, tenants and errors that occur in the store, for completion and
 * search. Cached, because search asks for them at each keystroke. Thread-safe.
 */
final class KnownNames {
  private static final Duration FRESH = Duration.ofSeconds(10);
  private static final Duration PERIOD = Duration.ofDays(7);
  private static final int MOST = 1_000;
  private static final int MOST_GROUPS = 200;

  private final JobStore store;
  private final ExpiringCache<Optional<TenantId>, Names> known;

  KnownNames(JobStore store, LongSupplier ticker) {
    this.store = store;
    this.known = new ExpiringCache<>(ticker, FRESH);
  }

  /**
   * What occurs for one tenant or for all.
   *
   * @param groups the largest failure groups
   */
  record Names(
      SortedSet<String> queues,
      SortedSet<String> types,
      SortedSet<String> tenants,
      List<FailureGroup> groups) {
    SortedSet<String> errorTypes() {
      SortedSet<String> types = new TreeSet<>();
      groups.forEach(group -> types.add(group.errorType()));
      return types;
    }
  }

  /** Returns the names of a tenant, or of all tenants if it is null. */
  Names of(@Nullable TenantId tenant) {
    return known.get(Optional.ofNullable(tenant), this::read);
  }

  private Names read(Optional<TenantId> of) {
    @Nullable TenantId tenant = of.orElse(null);
    SortedSet<String> queues = new TreeSet<>();
    SortedSet<String> types = new TreeSet<>();
    SortedSet<String> tenants = new TreeSet<>();
    for (JobPlace place : store.queries().places(tenant, store.now().minus(PERIOD), MOST)) {
      queues.add(place.queue().value());
      types.add(place.type().value());
      tenants.add(place.tenant().value());
    }
    store
        .queries()
        .loads()
        .keySet()
        .forEach(
            place -> {
              if (tenant == null || tenant.equals(place.tenant())) {
                queues.add(place.queue().value());
                tenants.add(place.tenant().value());
              }
            });
    if (tenant == null) {
      store.queues().stream().map(Queue::name).forEach(name -> queues.add(name.value()));
      for (WorkerInfo worker : store.queries().workers()) {
        worker.types().forEach(type -> types.add(type.value()));
      }
    }
    return new Names(
        queues,
        types,
        tenants,
        store.queries().failureGroups(FailureGroupFilter.all(MOST_GROUPS).tenant(tenant)));
  }
}
