package io.taskforge.engine;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.event.JobListener;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.WorkerId;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.ClaimRequest;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of one worker. Made and checked by {@code TaskForgeBuilder}.
 *
 * @param serving which jobs it runs, and how many at once
 * @param followUps the jobs that its store enqueues when jobs end
 * @param quotas how many jobs of schedules and redrives may wait for each tenant
 */
public record EngineConfig(
    WorkerId worker,
    Serving serving,
    Handling handling,
    Failures failures,
    Timing timing,
    List<JobListener> listeners,
    FollowUps followUps,
    TenantQuotas quotas) {
  public EngineConfig {
    listeners = List.copyOf(listeners);
  }

  /**
   * Which jobs a worker runs, and how many at once.
   *
   * @param host its host and process, to display
   * @param version the version of the program that runs it; empty if it is not known
   * @param concurrency how many jobs it runs at once
   * @param tenantPlaces how many jobs of one tenant it runs at once
   * @param queues the queues that it serves
   * @param allQueues whether it serves every other queue that the store knows, too
   */
  public record Serving(
      String host,
      String version,
      int concurrency,
      TenantConcurrency tenantPlaces,
      List<ServedQueue> queues,
      boolean allQueues) {
    public Serving {
      queues = List.copyOf(queues);
    }
  }

  /**
   * A queue that the worker serves.
   *
   * @param concurrency how many jobs of it run at once at most
   * @param weight how often it is served before the others, relative to their weights
   */
  public record ServedQueue(QueueName name, int concurrency, int weight) {}

  /**
   * How handlers are called.
   *
   * @param timeout how long a handler may run if neither its job nor its type specify a timeout
   * @param tracing creates a span for each attempt
   */
  public record Handling(
      Map<JobTypeName, HandlerRegistration<?>> handlers,
      PayloadCodec codec,
      Duration timeout,
      JobTracing tracing) {
    public Handling {
      handlers = Map.copyOf(handlers);
    }
  }

  /**
   * What happens when attempts fail.
   *
   * @param maxLostLeases how many workers a job may lose, the last as the only suspect, before it
   *     is given up as a poison message
   */
  public record Failures(
      PolicyChoice defaultPolicy,
      RetryPolicyJson policyJson,
      FailureClassifier classifier,
      int maxLostLeases,
      Destinations destinations) {}

  /** Circuit breakers of destinations. */
  public record Destinations(DestinationMode mode, DestinationSettings settings) {}

  /**
   * Intervals and durations.
   *
   * @param lease the lease duration; heartbeats are sent three times as often
   * @param poll how often it checks whether waiting jobs have become due
   * @param prefetch how far ahead of free places jobs are claimed, see {@link Prefetch}
   * @param shutdownGrace how long running jobs may take on graceful shutdown
   */
  public record Timing(
      Duration lease,
      Duration poll,
      Duration prefetch,
      Duration shutdownGrace,
      Retention retention) {}

  ClaimRequest.Lease leaseRequest() {
    return new ClaimRequest.Lease(worker, timing.lease());
  }
}
