package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerId;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells poison messages from the innocent jobs that ran beside them, and from jobs whose workers
 * were killed from outside. A job that has lost two leases is a suspect. Suspects run in groups
 * that become smaller with each worker that they lose, and at last without another suspect. One
 * that loses worker after worker there is to blame: a kill from outside hits the same job again
 * only by chance.
 */
record Quarantine(JobStore store, int maxLostLeases) {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
  private static final int SUSPECT_AFTER = 2;
  private static final int LARGEST_GROUP = 100;
  private static final int SHRINKS_BY = 10;

  boolean isSuspect(ClaimedJob job) {
    return isSuspect(job.counters());
  }

  private static boolean isSuspect(Counters counters) {
    return counters.lostLeases() >= SUSPECT_AFTER;
  }

  /** How many suspects may be on the worker of this one: 100, then 10, then it alone. */
  int groupOf(ClaimedJob suspect) {
    int group = LARGEST_GROUP;
    for (int lost = SUSPECT_AFTER; lost < suspect.counters().lostLeases(); lost++) {
      group /= SHRINKS_BY;
    }
    return Math.max(1, group);
  }

  /** Whether a worker that holds these jobs may run this one beside them. */
  boolean admits(ClaimedJob job, Stream<ClaimedJob> held) {
    if (!isSuspect(job)) {
      return true;
    }
    int[] groups = held.filter(this::isSuspect).mapToInt(this::groupOf).toArray();
    return groups.length < Math.min(groupOf(job), IntStream.of(groups).min().orElse(LARGEST_GROUP));
  }

  /**
   * Whether a lost job is to blame: it has lost all of its leases, the last one as the only suspect
   * on its worker, as far as the store knows.
   */
  boolean blames(ClaimedJob suspect, List<ClaimedJob> lost) {
    WorkerId worker = suspect.lostBy();
    return suspect.counters().lostLeases() >= maxLostLeases - 1
        && worker != null
        && lost.stream().filter(job -> worker.equals(job.lostBy()) && isSuspect(job)).count() == 1
        && !runsAnother(worker, lost);
  }

  /** The worker's other leases may expire later. Read only when a job is about to be given up. */
  private boolean runsAnother(WorkerId worker, List<ClaimedJob> lost) {
    // They are the rescuer's now, which may be the same worker.
    Set<JobId> rescued = lost.stream().map(ClaimedJob::id).collect(Collectors.toSet());
    try {
      JobFilter running =
          JobFilter.all(JobFilter.MAX_LIMIT).state(JobState.RUNNING).withoutPayloads();
      JobPage page = store.queries().list(running);
      while (true) {
        if (page.items().stream()
            .anyMatch(job -> !rescued.contains(job.id()) && isSuspectOf(worker, job))) {
          return true;
        }
        if (page.next() == null) {
          return false;
        }
        page = store.queries().list(running.before(page.next()));
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("other jobs of worker {} not read, blaming none: {}", worker, e.getMessage());
      return true;
    }
  }

  private boolean isSuspectOf(WorkerId worker, Job job) {
    Job.RunningLease lease = job.lease();
    return lease != null && lease.worker().equals(worker) && isSuspect(job.counters());
  }
}
