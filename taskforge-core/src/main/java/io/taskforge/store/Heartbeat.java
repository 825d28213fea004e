package io.taskforge.store;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.text.StoredText;
import java.util.List;
import java.util.Set;

/**
 * A worker's sign of life.
 *
 * @param lease who it is, and how long from now its leases shall last
 * @param tokens the leases that it still works on
 * @param host the machine and process it runs in, for people
 * @param queues the queues that it serves
 * @param types the job types that it has handlers for
 * @param concurrency how many jobs it runs at once at most
 * @param running how many jobs it runs now
 */
public record Heartbeat(
    ClaimRequest.Lease lease,
    List<Long> tokens,
    String host,
    Set<QueueName> queues,
    Set<JobType> types,
    int concurrency,
    int running) {
  public Heartbeat {
    tokens = List.copyOf(tokens);
    host = StoredText.text(host);
    queues = Set.copyOf(queues);
    types = Set.copyOf(types);
  }
}
