package io.taskforge;

import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.PayloadCodec;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.store.JdbcTransactions;
import io.taskforge.store.JobStore;
import io.taskforge.trace.JobTracing;
import java.sql.Connection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns requests into jobs and gives them to the store. Thread-safe. */
record RequestedJobs(
    JobStore store,
    PayloadCodec codec,
    RetryPolicyJson policyJson,
    Supplier<JobId> ids,
    JobTracing tracing) {
  List<Enqueued> enqueue(List<JobRequest> requests) {
    return requests.isEmpty() ? List.of() : enqueueJobs(newJobs(requests));
  }

  /** Stores jobs, at least one. */
  List<Enqueued> enqueueJobs(List<NewJob> jobs) {
    return tracing.send(jobs, store::enqueue);
  }

  List<Enqueued> enqueueIn(Connection transaction, List<JobRequest> requests) {
    if (!(store instanceof JdbcTransactions database)) {
      throw new IllegalStateException(
          "enqueueIn needs a job store in a database, and this one is "
              + store.getClass().getSimpleName());
    }
    return requests.isEmpty()
        ? List.of()
        : tracing.send(newJobs(requests), jobs -> database.enqueue(transaction, jobs));
  }

  /** Makes jobs of requests, without storing them. */
  List<NewJob> newJobs(List<JobRequest> requests) {
    return requests.stream().map(this::newJob).toList();
  }

  private NewJob newJob(JobRequest request) {
    return new NewJob(
        new JobIdentity(ids.get(), request.queue(), request.type(), request.tenant()),
        payloadOf(request.payload()),
        new JobSettings(
            request.priority(),
            request.guarantee(),
            policyOf(request),
            new JobSettings.TimeLimits(request.timeout(), request.deadline()),
            new JobSettings.Origin(request.idempotencyKey(), null, request.trace()),
            request.key(),
            request.tags()),
        request.runAt(),
        request.delay());
  }

  /**
   * Returns what {@code request} says of each job of a schedule.
   *
   * @throws IllegalArgumentException if it says when to run, or has a key
   */
  JobTemplate template(JobRequest request) {
    if (request.runAt() != null
        || !request.delay().isZero()
        || request.deadline() != null
        || request.idempotencyKey() != null) {
      throw new IllegalArgumentException(
          "a schedule says when its jobs run: give it a request without runAt, delay, deadline and"
              + " idempotency key");
    }
    return JobTemplate.of(request.type())
        .queue(request.queue())
        .payload(payloadOf(request.payload()))
        .priority(request.priority())
        .guarantee(request.guarantee())
        .retryPolicy(policyOf(request))
        .timeout(request.timeout())
        .key(request.key())
        .tags(request.tags());
  }

  private @Nullable String policyOf(JobRequest request) {
    PolicyChoice policy = request.retryPolicy();
    return policy == null ? null : policyJson.writeChoice(policy);
  }

  private Payload payloadOf(@Nullable Object payload) {
    if (payload instanceof Payload ready) {
      return ready;
    }
    return payload == null ? Payload.NULL : new Payload(codec.write(payload));
  }
}
