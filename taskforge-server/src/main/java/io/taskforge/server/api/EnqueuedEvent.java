package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that were enqueued, as one event tells of them: a job, or those of a large batch that went
 * to one queue.
 *
 * @param only the job; null if there are several
 * @param type null if there are several
 * @param runAt when it was asked to run; null for at once, or where there are several
 * @param delay after which it was asked to run, or null
 */
record EnqueuedEvent(
    @Nullable JobId only,
    TenantId tenant,
    QueueName queue,
    @Nullable JobType type,
    @Nullable Instant runAt,
    @Nullable Duration delay,
    int count) {
  static final String TRANSITION = "ENQUEUED";

  /** Larger batches would push what listeners have not read yet out of the feed. */
  private static final int MOST_ONE_BY_ONE = 100;

  private record Place(TenantId tenant, QueueName queue) {}

  /**
   * Returns what to tell of requests and the answers to them: nothing of a job that had been there
   * before.
   */
  static List<EnqueuedEvent> of(List<JobRequest> requests, List<Enqueued> answers) {
    return requests.size() > MOST_ONE_BY_ONE
        ? byPlace(requests, answers)
        : oneByOne(requests, answers);
  }

  /** What to tell of a job that was just made. */
  static EnqueuedEvent of(Job job) {
    return new EnqueuedEvent(job.id(), job.tenant(), job.queue(), job.type(), job.runAt(), null, 1);
  }

  private static List<EnqueuedEvent> oneByOne(List<JobRequest> requests, List<Enqueued> answers) {
    List<EnqueuedEvent> jobs = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      if (answers.get(i).created()) {
        JobRequest job = requests.get(i);
        jobs.add(
            new EnqueuedEvent(
                answers.get(i).id(),
                job.tenant(),
                job.queue(),
                job.type(),
                job.runAt(),
                job.delay().isZero() ? null : job.delay(),
                1));
      }
    }
    return jobs;
  }

  private static List<EnqueuedEvent> byPlace(List<JobRequest> requests, List<Enqueued> answers) {
    Map<Place, Integer> numbers = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      if (answers.get(i).created()) {
        JobRequest job = requests.get(i);
        numbers.merge(new Place(job.tenant(), job.queue()), 1, Integer::sum);
      }
    }
    return numbers.entrySet().stream()
        .map(
            entry ->
                new EnqueuedEvent(
                    null,
                    entry.getKey().tenant(),
                    entry.getKey().queue(),
                    null,
                    null,
                    null,
                    entry.getValue()))
        .toList();
  }
}
