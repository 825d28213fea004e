package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import java.util.Optional;

/**
 * The names of workers that came over HTTP with a tenant's key: they begin with the tenant's, so
 * that none can take the place of anybody else's, and have that tenant's jobs alone.
 */
public final class TenantWorkers {
  private static final char AFTER_TENANT = ':';

  private TenantWorkers() {}

  /** Returns the name by which others know a caller's worker. */
  public static WorkerId known(Caller caller, WorkerId given) {
    TenantId tenant = caller.tenant();
    return tenant == null ? given : new WorkerId(prefix(tenant) + given.value());
  }

  /** Returns what the names of a tenant's workers begin with. */
  public static String prefix(TenantId tenant) {
    return tenant.value() + AFTER_TENANT;
  }

  /** Returns the one tenant whose jobs a worker runs; empty if it runs everybody's. */
  public static Optional<TenantId> tenantOf(WorkerInfo worker) {
    String name = worker.id().value();
    int end = name.indexOf(AFTER_TENANT);
    if (end < 0 || !worker.host().equals(RemoteClaim.REMOTE)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TenantId(name.substring(0, end)));
    } catch (IllegalArgumentException e) { // no tenant is called so
      return Optional.empty();
    }
  }
}
