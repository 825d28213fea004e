package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rescues jobs whose lease has expired: takes over the lease and settles them as lost. Any worker
 * can do this, even without their handlers: it only requeues them. If it dies meanwhile, the new
 * leases expire too, and another worker rescues the jobs.
 */
final class RescueLostJobs implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(RescueLostJobs.class);
  private static final int LIMIT = 1_000;

  private final EngineConfig config;
  private final JobStore store;
  private final QueueCatalog queues;
  private final LeaseHeartbeat leases;
  private final LongSupplier ticker;
  private final Committer committer;
  private @Nullable Long lastFault; // only turn() touches it

  RescueLostJobs(
      EngineConfig config,
      JobStore store,
      QueueCatalog queues,
      LeaseHeartbeat leases,
      LongSupplier ticker,
      Committer committer) {
    this.config = config;
    this.store = store;
    this.queues = queues;
    this.leases = leases;
    this.ticker = ticker;
    this.committer = committer;
  }

  @Override
  public Duration turn() {
    Duration pause = config.timing().lease().dividedBy(3);
    if (!queues.isKnown()) {
      lastFault = ticker.getAsLong();
      return pause;
    }
    long asked = ticker.getAsLong();
    try {
      if (!leases.isHeard()) {
        // This worker itself sent no heartbeat for a lease: its jobs are not lost, only late.
        leases.turn();
      }
      Instant now = store.now();
      if (hasPassed(pause, asked)) {
        // The store hung, for the other workers too: they could not send heartbeats either.
        lastFault = ticker.getAsLong();
      }
      if (storeWasAway() || !leases.isHeard()) {
        return pause;
      }
      List<ClaimedJob> lost = store.claimExpired(config.leaseRequest(), LIMIT);
      if (lost.isEmpty()) {
        return pause;
      }
      for (ClaimedJob job : lost) {
        LogFields.job(LOG.atWarn(), job.identity(), job.attempt())
            .addKeyValue("worker", job.lostBy())
            .log(
                "worker {} stopped sending heartbeats, rescuing its job {}",
                job.lostBy(),
                job.id());
        committer.add(settlement(job, now));
      }
      return lost.size() >= LIMIT ? Duration.ZERO : pause;
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("lost jobs not looked for, will retry: {}", e.getMessage());
      lastFault = ticker.getAsLong();
      return pause;
    }
  }

  /**
   * Whether the store was unreachable within the last lease. Other workers may be alive without
   * having reached it either: they get time for a heartbeat before their jobs are rescued.
   */
  private boolean storeWasAway() {
    return lastFault != null && !hasPassed(config.timing().lease(), lastFault);
  }

  private boolean hasPassed(Duration limit, long since) {
    return Duration.ofNanos(ticker.getAsLong() - since).compareTo(limit) >= 0;
  }

  private Settlement settlement(ClaimedJob job, Instant now) {
    return new Settlement(
        job,
        job.lostBy() == null ? config.worker() : job.lostBy(),
        Run.between(job.claimedAt(), now),
        AttemptRules.lost(job, config.failures().maxLostLeases(), queues.settings(job.queue())));
  }
}
