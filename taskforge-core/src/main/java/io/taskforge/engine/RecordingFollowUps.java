package io.taskforge.engine;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Follow-ups that record the queues of the jobs that they enqueue, so that these are claimed before
 * the next poll. Equal to another instance with the same follow-ups: two engines may share a store.
 */
final class RecordingFollowUps implements FollowUps {
  private final FollowUps followUps;
  private final Set<QueueName> queues = ConcurrentHashMap.newKeySet();

  RecordingFollowUps(FollowUps followUps) {
    this.followUps = followUps;
  }

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    return followUps.wants(tenant, queue, type, state);
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    List<NewJob> next = followUps.after(ended);
    next.forEach(job -> queues.add(job.queue()));
    return next;
  }

  /** Returns and clears the queues of the follow-up jobs since the last call. */
  Set<QueueName> takeQueues() {
    Set<QueueName> taken = new HashSet<>();
    queues.removeIf(taken::add);
    return taken;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordingFollowUps noticed && noticed.followUps.equals(followUps);
  }

  @Override
  public int hashCode() {
    return followUps.hashCode();
  }
}
