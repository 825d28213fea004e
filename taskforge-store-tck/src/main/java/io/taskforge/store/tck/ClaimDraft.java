package io.taskforge.store.tck;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A builder for claim requests, with the default queue and the default type. */
final class ClaimDraft {
  private final WorkerId worker;
  private final List<ClaimRequest.QueueLimit> queues = new ArrayList<>();
  private Set<JobTypeName> types = Set.of(JobDraft.TYPE);
  private Set<TenantId> tenants = Set.of();
  private int perTenant = Integer.MAX_VALUE;
  private final Map<TenantId, Integer> tenantLimits = new HashMap<>();

  ClaimDraft(WorkerId worker) {
    this.worker = worker;
  }

  ClaimDraft from(String queue, int limit) {
    queues.add(new ClaimRequest.QueueLimit(new QueueName(queue), limit));
    return this;
  }

  ClaimDraft types(String... names) {
    types = Stream.of(names).map(JobTypeName::new).collect(Collectors.toUnmodifiableSet());
    return this;
  }

  ClaimDraft ofTenants(String... names) {
    tenants = Stream.of(names).map(TenantId::new).collect(Collectors.toUnmodifiableSet());
    return this;
  }

  ClaimDraft perTenant(int most) {
    perTenant = most;
    return this;
  }

  ClaimDraft butOf(String tenant, int most) {
    tenantLimits.put(new TenantId(tenant), most);
    return this;
  }

  ClaimRequest upTo(int limit) {
    List<ClaimRequest.QueueLimit> from =
        queues.isEmpty() ? List.of(new ClaimRequest.QueueLimit(JobDraft.QUEUE, limit)) : queues;
    return new ClaimRequest(
            new ClaimRequest.Lease(worker, JobStore.DEFAULT_LEASE), from, types, limit)
        .tenants(tenants)
        .perTenant(perTenant, tenantLimits);
  }
}
