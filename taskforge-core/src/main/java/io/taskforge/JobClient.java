package io.taskforge;

import io.taskforge.job.Enqueued;
import java.sql.Connection;
import java.util.List;

/** The enqueue side of a {@link TaskForge}, for code that only enqueues jobs. Thread-safe. */
public interface JobClient {
  /** Stores a job with the default options; see {@link #enqueue(JobRequest)}. */
  default <T> Enqueued enqueue(JobType<T> type, T payload) {
    return enqueue(type.with(payload));
  }

  /**
   * Stores a job. It is durable when this returns, or once the active transaction of {@link
   * AmbientTransactions} is committed. If the request has an idempotency key that its tenant has
   * used before, nothing is stored and the answer names the existing job.
   */
  default Enqueued enqueue(JobRequest request) {
    return enqueueAll(List.of(request)).get(0);
  }

  /**
   * Stores jobs, all or none, in one transaction: the active one of {@link AmbientTransactions}, or
   * one of its own. Answers are in the order of the requests.
   */
  List<Enqueued> enqueueAll(List<JobRequest> requests);

  /**
   * Stores a job in the caller's own transaction on the store's database: the job exists if and
   * when that transaction is committed.
   */
  default Enqueued enqueueIn(Connection transaction, JobRequest request) {
    return enqueueAllIn(transaction, List.of(request)).get(0);
  }

  /** As {@link #enqueueIn}, for many jobs. */
  List<Enqueued> enqueueAllIn(Connection transaction, List<JobRequest> requests);
}
