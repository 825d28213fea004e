package io.taskforge.query;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import java.time.Instant;
import java.util.Set;

/** A worker, as of its last heartbeat. */
public record WorkerInfo(
    WorkerId id,
    String host,
    Set<QueueName> queues,
    Set<JobTypeName> types,
    int concurrency,
    int running,
    Instant startedAt,
    Instant lastSeenAt) {
  public WorkerInfo {
    queues = Set.copyOf(queues);
    types = Set.copyOf(types);
  }
}
