package io.taskforge.store;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/**
 * What a worker can take now.
 *
 * @param lease who asks, and for how long
 * @param queues from which queues, in the order in which they are served
 * @param types which job types it has handlers for; no others are given to it
 * @param limit how many jobs at most, in all
 */
public record ClaimRequest(Lease lease, List<QueueLimit> queues, Set<JobType> types, int limit) {
  public ClaimRequest {
    queues = List.copyOf(queues);
    types = Set.copyOf(types);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + MAX_LIMIT + " but was " + limit);
    }
  }

  /** The most jobs of one claim. */
  public static final int MAX_LIMIT = 10_000;

  /** Who leases, and for how long. */
  public record Lease(WorkerId worker, Duration duration) {
    public Lease {
      // Stores keep microseconds; cut here, so that every store says the same.
      duration = duration.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** A queue and how many jobs of it the worker can take. */
  public record QueueLimit(QueueName queue, int limit) {}
}
