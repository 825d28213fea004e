package io.taskforge.schedule;

import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;

/** Identifies a schedule by tenant and id. Ordered by tenant, then by id. */
public record ScheduleKey(TenantId tenant, ScheduleId id) implements Comparable<ScheduleKey> {
  /** Returns the key of a schedule of the default tenant. */
  public static ScheduleKey of(String id) {
    return new ScheduleKey(TenantId.DEFAULT, new ScheduleId(id));
  }

  /** Returns the key of a tenant's schedule. */
  public static ScheduleKey of(String tenant, String id) {
    return new ScheduleKey(new TenantId(tenant), new ScheduleId(id));
  }

  @Override
  public int compareTo(ScheduleKey other) {
    int byTenant = tenant.compareTo(other.tenant);
    return byTenant != 0 ? byTenant : id.compareTo(other.id);
  }

  @Override
  public String toString() {
    return tenant + "/" + id;
  }
}
