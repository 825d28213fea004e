package io.taskforge.server.alert;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.server.access.TenantWorkers;
import io.taskforge.store.TenantQueue;
import io.taskforge.store.WorkerInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which types live workers run, and where: most for everybody, a tenant's own for it alone. */
final class WorkerCoverage {
  private final Map<QueueName, Set<JobType>> everybodys = new HashMap<>();
  private final Map<TenantQueue, Set<JobType>> own = new HashMap<>();

  private WorkerCoverage() {}

  static WorkerCoverage of(List<WorkerInfo> workers) {
    WorkerCoverage serving = new WorkerCoverage();
    for (WorkerInfo worker : workers) {
      Optional<TenantId> tenant = TenantWorkers.tenantOf(worker);
      for (QueueName queue : worker.queues()) {
        (tenant.isPresent()
                ? serving.own.computeIfAbsent(
                    new TenantQueue(tenant.get(), queue), place -> new HashSet<>())
                : serving.everybodys.computeIfAbsent(queue, name -> new HashSet<>()))
            .addAll(worker.types());
      }
    }
    return serving;
  }

  boolean runs(TenantQueue place, JobType type) {
    return everybodys.getOrDefault(place.queue(), Set.of()).contains(type)
        || own.getOrDefault(place, Set.of()).contains(type);
  }
}
