package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
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
 * An event about enqueued jobs: one job, or all jobs of a large batch in one queue.
 *
 * @param only the job; null for several
 * @param type the job type; null for several jobs
 * @param runAt the requested time; null for immediately, or for several jobs
 * @param delay the requested delay, or null
 */
record EnqueuedEvent(
    @Nullable JobId only,
    TenantId tenant,
    QueueName queue,
    @Nullable JobTypeName type,
    @Nullable Instant runAt,
    @Nullable Duration delay,
    int count) {
  static final String TRANSITION = "ENQUEUED";

  /** Larger batches get one event per queue, so that they do not displace other events. */
  private static final int MAX_SINGLE_EVENTS = 100;

  private record TenantQueue(TenantId tenant, QueueName queue) {}

  /** Returns the events of enqueued jobs; jobs that existed before have none. */
  static List<EnqueuedEvent> of(List<JobRequest> requests, List<Enqueued> answers) {
    return requests.size() > MAX_SINGLE_EVENTS
        ? byQueue(requests, answers)
        : oneByOne(requests, answers);
  }

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

  private static List<EnqueuedEvent> byQueue(List<JobRequest> requests, List<Enqueued> answers) {
    Map<TenantQueue, Integer> numbers = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      if (answers.get(i).created()) {
        JobRequest job = requests.get(i);
        numbers.merge(new TenantQueue(job.tenant(), job.queue()), 1, Integer::sum);
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
