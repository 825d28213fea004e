package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Wake;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.store.JobStore;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the jobs that this process enqueues run without waiting for the next poll. */
public final class JobArrivals {
  private static final Logger LOG = LoggerFactory.getLogger(JobArrivals.class);

  private final boolean allQueues;
  private final Set<JobTypeName> handled;
  private final QueueCatalog queues;
  private final Wake fetcher;
  private final RecordingFollowUps followUps;

  JobArrivals(EngineConfig config, JobStore store, QueueCatalog queues, Wake fetcher) {
    this.allQueues = config.serving().allQueues();
    this.handled = Set.copyOf(config.handling().handlers().keySet());
    this.queues = queues;
    this.fetcher = fetcher;
    this.followUps = new RecordingFollowUps(config.followUps());
    if (config.followUps() != FollowUps.NONE) {
      store.followUps(followUps);
    }
  }

  /** Declares queues to the other workers, if this worker serves every queue. */
  public void declare(Set<QueueName> used) {
    if (allQueues) {
      queues.declare(used);
    }
  }

  /** As {@link #wakeFetcher()}, after jobs of these types were stored that this worker may run. */
  public void wakeFetcher(Stream<JobTypeName> types) {
    if (types.anyMatch(handled::contains)) {
      wakeFetcher();
    }
  }

  /** Looks for due jobs now rather than at the next poll. */
  public void wakeFetcher() {
    fetcher.wake();
  }

  /** Declares the queues of the follow-up jobs that were just committed, and fetches them. */
  void fetchFollowUps() {
    Set<QueueName> used = followUps.takeQueues();
    if (used.isEmpty()) {
      return;
    }
    try {
      declare(used);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("queues {} of follow-ups not declared: {}", used, e.getMessage());
    }
    wakeFetcher();
  }
}
