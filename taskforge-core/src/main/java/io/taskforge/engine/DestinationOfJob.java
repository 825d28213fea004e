package io.taskforge.engine;

import io.taskforge.destination.DestinationId;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobDetails;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which destination a job calls: its key, if its type says so or the key names a destination; else
 * that of its queue.
 */
record DestinationOfJob(EngineConfig config, QueueCatalog queues) {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  @Nullable DestinationId of(JobDetails job) {
    return of(job.queue(), job.tenant(), job.type(), job.laneKey());
  }

  @Nullable DestinationId of(QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
    String key = JobSettings.withoutGuarantee(laneKey);
    HandlerRegistration<?> handler = config.handling().handlers().get(type);
    String name = queues.settings(queue).destination();
    if (key.startsWith(JobSettings.DESTINATION)) {
      name = key.substring(JobSettings.DESTINATION.length());
    } else if (handler != null && handler.keyIsDestination() && !key.isEmpty()) {
      name = key;
    }
    return name == null || !DestinationId.isLegal(name) ? null : new DestinationId(tenant, name);
  }

  static boolean isOnce(String laneKey) {
    return JobSettings.isOfJobsThatRunOnce(laneKey);
  }

  /** Whether a failure says that the destination does not work, and not that the job is wrong. */
  static boolean isOfDestination(Failure failure) {
    return failure.kind() != FailureKind.PERMANENT && !failure.retryForbidden();
  }

  /** For how long a failure holds the destination, or null. */
  static @Nullable Duration hold(Failure failure) {
    Integer status = failure.statusCode();
    boolean asks = status != null && (status == TOO_MANY_REQUESTS || status == UNAVAILABLE);
    return asks ? failure.retryAfter() : null;
  }
}
