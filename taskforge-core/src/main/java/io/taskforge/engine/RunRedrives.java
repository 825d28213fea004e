package io.taskforge.engine;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveBatch;
import io.taskforge.deadletter.RedriveCanary;
import io.taskforge.deadletter.RedriveDocument;
import io.taskforge.deadletter.RedriveOutcome;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.deadletter.Redrives;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.WorkerId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out redrives, one batch at a time, on any worker. Optimistic locking instead of a lock:
 * the worker that stores a batch in the redrive's document moves it, and has a lease's time to do
 * so. If the worker dies, another one takes the batch over, finds out which jobs were moved, and
 * moves the rest.
 */
record RunRedrives(
    JobStore store,
    WorkerId worker,
    LongSupplier ticker,
    TenantQuotas quotas,
    JobArrivals arrivals,
    JobChanges changes)
    implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(RunRedrives.class);
  private static final int AT_ONCE = 20;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LEASE = JobStore.DEFAULT_LEASE;
  // After a longer delay another worker may have taken the batch over.
  private static final Duration MOVE_WITHIN = LEASE.dividedBy(3);
  // How long to wait after the last batch for the canary's jobs to run.
  private static final Duration LAST_LOOK = Duration.ofMinutes(1);
  // Long enough that waiting redrives leave most of every turn to the others.
  private static final Duration QUOTA_PAUSE = Duration.ofSeconds(30);
  private static final String QUOTA_EXCEEDED =
      "waiting for quota: the tenant has reached its limit of waiting jobs";

  @Override
  public Duration turn() {
    Duration pause = POLL;
    try {
      for (Document due : store.documents().due(DocumentKind.REDRIVE, AT_ONCE)) {
        Duration wish = step(due);
        pause = wish.compareTo(pause) < 0 ? wish : pause;
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("redrives not continued, will retry: {}", e.getMessage());
    }
    return pause;
  }

  private Duration step(Document document) {
    Redrive redrive;
    try {
      redrive = RedriveDocument.read(document.json());
    } catch (RuntimeException e) {
      LOG.error("{} is invalid and will be ignored", document.key(), e);
      store.documents().replace(document.key(), document.version(), document.json(), null);
      return POLL;
    }
    try {
      RedriveBatch abandoned = redrive.position().batch();
      if (abandoned != null) {
        return move(document, redrive, abandoned.takenBy(worker), store.now());
      }
      if (redrive.state().isFinal()) {
        boolean ignored = store.documents().delete(document.key(), document.version());
        return POLL;
      }
      return advance(document, redrive);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("redrive {} interrupted, will retry: {}", redrive.id(), e.getMessage());
      return POLL;
    } catch (RuntimeException e) {
      LOG.warn("redrive {} interrupted, will retry", redrive.id(), e);
      return POLL;
    }
  }

  private Duration advance(Document document, Redrive before) {
    Instant now = store.now();
    Redrive redrive = observed(before);
    Optional<String> objection = objection(redrive, false);
    if (objection.isPresent()) {
      return halted(document, redrive, objection.get(), now);
    }
    Optional<RedriveBatch> next = batches().next(redrive, redrive.request().batchSize());
    // Quota is reserved by asking for it, so the number of jobs is determined first.
    int wanted = next.map(batch -> batch.jobs().size()).orElse(0);
    int allowed = reserve(redrive, wanted);
    if (wanted > 0 && allowed == 0) {
      replace(document, redrive.waitingFor(QUOTA_EXCEEDED), now.plus(QUOTA_PAUSE));
      return POLL;
    }
    if (allowed < wanted) {
      next = batches().next(redrive, allowed);
    }
    if (next.isPresent()) {
      return move(document, redrive.waitingFor(null), next.get(), now);
    }
    redrive = redrive.waitingFor(null);
    Instant moved = redrive.times().movedAt();
    boolean canaryPending =
        moved != null
            && !redrive.canary().watched().isEmpty()
            && now.isBefore(moved.plus(LAST_LOOK));
    if (canaryPending) {
      replace(document, redrive, now.plus(POLL));
      return POLL;
    }
    objection = objection(redrive, true);
    if (objection.isPresent()) {
      return halted(document, redrive, objection.get(), now);
    }
    if (replace(document, redrive.ended(RedriveState.DONE, null, now), now.plus(Redrives.KEPT))) {
      LOG.info("redrive {} completed: {}", redrive.id(), redrive.counts());
    }
    return POLL;
  }

  /** A redrive of all tenants' jobs was started by an operator and has no quota. */
  private int reserve(Redrive redrive, int wanted) {
    TenantId owner = redrive.request().selection().tenant();
    return owner == null || wanted == 0 ? wanted : quotas.forRedrive(owner, wanted);
  }

  private Redrive observed(Redrive redrive) {
    RedriveCanary canary = redrive.canary();
    return canary.watched().isEmpty()
        ? redrive
        : redrive.observed(canary.after(store.queries().jobs(canary.watched())));
  }

  private static Optional<String> objection(Redrive redrive, boolean lastLook) {
    Double ratio = redrive.request().stopIfFailureRatio();
    return ratio == null ? Optional.empty() : redrive.canary().objection(ratio, lastLook);
  }

  private Duration halted(Document document, Redrive redrive, String why, Instant now) {
    if (replace(document, redrive.ended(RedriveState.HALTED, why, now), now.plus(Redrives.KEPT))) {
      LOG.warn("redrive {} halted: {}", redrive.id(), why);
    }
    return POLL;
  }

  /** Moves a batch, or what is left of one that another worker has abandoned. */
  private Duration move(Document document, Redrive redrive, RedriveBatch batch, Instant now) {
    long begun = ticker.getAsLong();
    Redrive moving = redrive.moving(batch, now);
    if (!replace(document, moving, now.plus(LEASE))) {
      return POLL; // another worker took it, or it was stopped
    }
    QueueName target = redrive.request().targetQueue();
    RedriveBatch abandoned = redrive.position().batch();
    RedriveBatches.Remaining remaining = RedriveBatches.Remaining.all(batch);
    if (abandoned != null) {
      LOG.info("redrive {} taken over from worker {}", redrive.id(), abandoned.worker());
      remaining = batches().remaining(redrive, batch);
    } else if (target != null) {
      arrivals.declare(Set.of(target));
    }
    return isLate(begun)
        ? POLL
        : settle(moving, batch, batches().move(redrive, batch, remaining), now);
  }

  private RedriveBatches batches() {
    return new RedriveBatches(store, worker);
  }

  private boolean isLate(long begun) {
    return Duration.ofNanos(ticker.getAsLong() - begun).compareTo(MOVE_WITHIN) > 0;
  }

  private Duration settle(
      Redrive moving, RedriveBatch batch, RedriveOutcome outcome, Instant begun) {
    Duration pause = POLL;
    Optional<Document> current = store.documents().find(RedriveDocument.key(moving.id()));
    boolean written = false;
    // Retry if the redrive was stopped meanwhile; a worker that took the batch over counts it
    // instead.
    while (!written && current.isPresent()) {
      Redrive redrive = RedriveDocument.read(current.get().json());
      if (!batch.equals(redrive.position().batch())) {
        return POLL;
      }
      Instant now = store.now();
      Duration wait = moving.request().pauseAfter(outcome.moved().size());
      Instant dueAt =
          redrive.state().isFinal() ? now.plus(Redrives.KEPT) : later(now, begun.plus(wait));
      written = replace(current.get(), redrive.settled(batch, outcome, now), dueAt);
      pause = Duration.between(now, dueAt);
      current = written ? current : store.documents().find(RedriveDocument.key(moving.id()));
    }
    changes.restarted(
        outcome.moved(),
        moving.request().restart(moving.id()).transition(),
        "redriven by " + moving.id());
    return pause;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private boolean replace(Document document, Redrive redrive, Instant dueAt) {
    return store
        .documents()
        .replace(document.key(), document.version(), RedriveDocument.write(redrive), dueAt)
        .isPresent();
  }
}
