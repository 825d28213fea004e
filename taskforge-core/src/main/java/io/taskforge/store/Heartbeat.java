package io.taskforge.store;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.text.StoredText;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A worker's heartbeat, which extends its leases.
 *
 * @param lease the worker, and the new duration of its leases from now
 * @param tokens the fencing tokens of the leases to extend
 * @param host the worker's host and process, to display
 * @param version the version of the program that runs the worker; empty if it is not known
 * @param queues the queues that it serves
 * @param types the job types that it can run
 * @param concurrency the maximum number of jobs it runs at once
 * @param running the number of jobs it runs now
 */
public record Heartbeat(
    ClaimRequest.Lease lease,
    List<Long> tokens,
    String host,
    String version,
    Set<QueueName> queues,
    Set<JobTypeName> types,
    int concurrency,
    int running) {
  // Stores list a worker as live for three times this long.
  private static final Duration LONGEST_INTERVAL = JobStore.DEFAULT_LEASE;

  public Heartbeat {
    tokens = List.copyOf(tokens);
    host = StoredText.text(host);
    version = StoredText.text(version);
    queues = Set.copyOf(queues);
    types = Set.copyOf(types);
  }

  /**
   * How often to extend a lease: three times in its duration, so that two heartbeats may fail, and
   * at least every 15 s, so that a worker with long leases is known to be alive.
   */
  public static Duration interval(Duration lease) {
    Duration third = lease.dividedBy(3);
    return third.compareTo(LONGEST_INTERVAL) < 0 ? third : LONGEST_INTERVAL;
  }
}
