package io.taskforge.store.lane;

import io.taskforge.job.JobDetails;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.Comparator;

/**
 * One ordered run of waiting jobs: those of one queue, priority, tenant, type and key. Within a
 * lane jobs go by {@code runAt}, then by id.
 *
 * @param key the jobs' lane key; empty by default
 */
public record Lane(QueueName queue, int priority, TenantId tenant, JobTypeName type, String key) {
  /** The order of the index: by queue, highest priority first, then by tenant, type and key. */
  public static final Comparator<Lane> INDEX_ORDER =
      Comparator.comparing((Lane lane) -> lane.queue.value())
          .thenComparing(Comparator.comparingInt(Lane::priority).reversed())
          .thenComparing(Lane::tenant)
          .thenComparing(lane -> lane.type.value())
          .thenComparing(Lane::key);

  /** The lane in which this job waits. */
  public static Lane of(JobDetails job) {
    return new Lane(job.queue(), job.priority(), job.tenant(), job.type(), job.laneKey());
  }
}
