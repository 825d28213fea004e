package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.Run;
import io.taskforge.job.StoreException;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
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
  private final StoreWatch watch;
  private final Quarantine quarantine;

  RescueLostJobs(
      EngineConfig config,
      JobStore store,
      QueueCatalog queues,
      LeaseHeartbeat leases,
      LongSupplier ticker,
      Committer committer,
      StoreWatch watch) {
    this.config = config;
    this.store = store;
    this.queues = queues;
    this.leases = leases;
    this.ticker = ticker;
    this.committer = committer;
    this.watch = watch;
    this.quarantine = new Quarantine(store, config.failures().maxLostLeases());
  }

  /** Returns when a lease has expired: after its time, not at it. */
  static @Nullable Instant due(PendingWork work) {
    Instant end = work.leaseExpires();
    return end == null ? null : end.plusMillis(1);
  }

  @Override
  public Duration turn() {
    Duration pause = config.timing().lease().dividedBy(3);
    if (!queues.isKnown()) {
      watch.noteFault();
      return pause;
    }
    long asked = ticker.getAsLong();
    try {
      if (!leases.isHeard()) {
        // This worker itself sent no heartbeat for a lease: its jobs are not lost, only late.
        leases.turn();
      }
      Instant now = store.now();
      if (ticker.getAsLong() - asked >= pause.toNanos()) {
        // The store hung, for the other workers too: they could not send heartbeats either.
        watch.noteFault();
      }
      // Other workers may be alive without having reached the store either: they get time for a
      // heartbeat before their jobs are rescued.
      if (watch.hadFault(config.timing().lease()) || !leases.isHeard()) {
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
        committer.add(settlement(job, quarantine.blames(job, lost), now));
      }
      return lost.size() >= LIMIT ? Duration.ZERO : pause;
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("lost jobs not looked for, will retry: {}", e.getMessage());
      watch.noteFault();
      return pause;
    }
  }

  private Settlement settlement(ClaimedJob job, boolean blamed, Instant now) {
    return new Settlement(
        job,
        job.lostBy() == null ? config.worker() : job.lostBy(),
        Run.between(job.claimedAt(), now),
        AttemptRules.lost(job, quarantine.maxLostLeases(), blamed, queues.settings(job.queue())));
  }
}
