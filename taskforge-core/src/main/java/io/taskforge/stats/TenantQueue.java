package io.taskforge.stats;

import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;

/** A tenant and a queue, as a key of statistics; ordered by tenant, then by queue. */
public record TenantQueue(TenantId tenant, QueueName queue) implements Comparable<TenantQueue> {
  @Override
  public int compareTo(TenantQueue other) {
    int byTenant = tenant.compareTo(other.tenant);
    return byTenant != 0 ? byTenant : queue.compareTo(other.queue);
  }

  @Override
  public String toString() {
    return tenant + "/" + queue;
  }
}
