package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import java.util.Optional;

/**
 * Qualified names of remote workers that use a tenant's key: prefixed with the tenant, so that they
 * can't impersonate other workers. They run that tenant's jobs only.
 */
public final class TenantWorkers {
  private static final char AFTER_TENANT = ':';

  private TenantWorkers() {}

  /** Returns the qualified name of a caller's worker. */
  public static WorkerId known(Caller caller, WorkerId given) {
    TenantId tenant = caller.tenant();
    return tenant == null ? given : new WorkerId(prefix(tenant) + given.value());
  }

  public static String prefix(TenantId tenant) {
    return tenant.value() + AFTER_TENANT;
  }

  /** Returns the tenant that a worker is bound to; empty if it runs jobs of all tenants. */
  public static Optional<TenantId> tenantOf(WorkerInfo worker) {
    String name = worker.id().value();
    int end = name.indexOf(AFTER_TENANT);
    if (end < 0 || !worker.host().equals(RemoteClaim.REMOTE)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TenantId(name.substring(0, end)));
    } catch (IllegalArgumentException e) { // not a tenant's name
      return Optional.empty();
    }
  }
}
