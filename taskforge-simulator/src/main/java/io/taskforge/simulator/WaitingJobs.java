package io.taskforge.simulator;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.LaneGate;
import io.taskforge.store.lane.Deal;
import io.taskforge.store.lane.Lane;
import io.taskforge.store.lane.LaneHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The waiting jobs: one lane per priority, in each the jobs in the order of their due time. The
 * production {@link Deal} decides how many jobs of each lane a claim takes.
 */
final class WaitingJobs {
  private static final QueueName QUEUE = new QueueName("simulated");
  private static final JobTypeName TYPE = new JobTypeName("simulated");
  private static final Set<JobTypeName> TYPES = Set.of(TYPE);
  private static final List<ClaimRequest.QueueLimit> QUEUES =
      List.of(new ClaimRequest.QueueLimit(QUEUE, ClaimRequest.MAX_LIMIT));
  private static final ClaimRequest.Lease LEASE =
      new ClaimRequest.Lease(new WorkerId("simulated"), Duration.ofHours(1));

  private final Map<Integer, Waiting> priorities = new TreeMap<>();
  private int size;

  private record Waiting(Lane lane, JobHeap jobs) {
    static Waiting of(int priority) {
      return new Waiting(new Lane(QUEUE, priority, TenantId.DEFAULT, TYPE, ""), new JobHeap());
    }
  }

  int size() {
    return size;
  }

  /** When the first job is due, or {@link Long#MAX_VALUE} without one. */
  long firstTime() {
    long first = Long.MAX_VALUE;
    for (Waiting waiting : priorities.values()) {
      first = Math.min(first, waiting.jobs.firstTime());
    }
    return first;
  }

  void add(SimulatedJob job) {
    priorities.computeIfAbsent(job.priority, Waiting::of).jobs.add(job.runAt, job);
    size++;
  }

  /** Removes due jobs, in the order in which they are to be started. */
  List<SimulatedJob> claim(int limit, LaneGate gate, long now) {
    List<LaneHead> due = new ArrayList<>();
    for (Waiting waiting : priorities.values()) {
      long first = waiting.jobs.firstTime();
      if (first <= now) {
        due.add(new LaneHead(waiting.lane, Node.instant(first)));
      }
    }
    int most = Math.min(limit, ClaimRequest.MAX_LIMIT);
    List<SimulatedJob> claimed = new ArrayList<>();
    Deal.deal(due, new ClaimRequest(LEASE, QUEUES, TYPES, most).gate(gate))
        .forEach((lane, share) -> take(lane, Math.min(share, most - claimed.size()), now, claimed));
    return claimed;
  }

  private void take(Lane lane, int most, long now, List<SimulatedJob> claimed) {
    Waiting waiting = priorities.get(lane.priority());
    for (int i = 0; waiting != null && i < most && waiting.jobs.firstTime() <= now; i++) {
      claimed.add(waiting.jobs.removeFirst());
      size--;
    }
  }
}
