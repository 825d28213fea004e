package io.taskforge.engine;

import io.taskforge.event.JobListener;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.JobType;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.FollowUps;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How one worker works. Made and checked by {@code TaskForgeBuilder}.
 *
 * @param concurrency how many jobs it runs at once
 * @param tenantPlaces how many jobs of one tenant it runs at once
 * @param queues the queues it serves
 * @param allQueues whether it serves every other queue that the store knows, too
 * @param lease how long a job is its own without a heartbeat; a heartbeat comes three times as
 *     often
 * @param poll how often it looks for due jobs while there are none
 * @param timeout how long a handler may run where neither job nor type say so
 * @param maxLostLeases how many workers a job may lose before it is given up as poison
 * @param shutdownGrace how long running jobs may go on when it stops
 * @param followUps what its store enqueues when jobs end
 * @param room how many jobs of schedules and redrives each tenant may let wait
 */
public record EngineConfig(
    WorkerId worker,
    String host,
    int concurrency,
    TenantConcurrency tenantPlaces,
    List<ServedQueue> queues,
    boolean allQueues,
    Map<JobType, HandlerRegistration<?>> handlers,
    RetryPolicy defaultPolicy,
    RetryPolicyJson policyJson,
    FailureClassifier classifier,
    PayloadCodec codec,
    Duration lease,
    Duration poll,
    Duration timeout,
    int maxLostLeases,
    Duration shutdownGrace,
    Retention retention,
    List<JobListener> listeners,
    FollowUps followUps,
    TenantQuotas room) {
  public EngineConfig {
    queues = List.copyOf(queues);
    handlers = Map.copyOf(handlers);
    listeners = List.copyOf(listeners);
  }

  /**
   * A queue that the worker serves.
   *
   * @param concurrency how many jobs of it run at once at most
   * @param weight how often it is served before the others, relative to their weights
   */
  public record ServedQueue(QueueName name, int concurrency, int weight) {}

  ClaimRequest.Lease leaseRequest() {
    return new ClaimRequest.Lease(worker, lease);
  }
}
