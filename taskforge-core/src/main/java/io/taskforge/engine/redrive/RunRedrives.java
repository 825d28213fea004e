package io.taskforge.engine.redrive;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveBatch;
import io.taskforge.deadletter.RedriveCanary;
import io.taskforge.deadletter.RedriveDocument;
import io.taskforge.deadletter.RedriveOutcome;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.deadletter.Redrives;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out redrives, a batch at a time. Any worker may, and no lock is held: whoever replaces
 * the document by one that has a batch moves that batch, and is given a lease's time for it. If it
 * dies half-way, another takes the batch over, sees which of its jobs were moved, and moves the
 * rest.
 */
public final class RunRedrives implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(RunRedrives.class);
  private static final int AT_ONCE = 20;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LEASE = JobStore.DEFAULT_LEASE;
  // Who was held up for longer might be about to move jobs that another has moved meanwhile.
  private static final Duration MOVE_WITHIN = LEASE.dividedBy(3);
  // After the last batch of a canary: how long its jobs may take to run before it is called done.
  private static final Duration LAST_LOOK = Duration.ofMinutes(1);
  // So long that those that wait leave most of every turn to those that do not.
  private static final Duration UNTIL_ROOM = Duration.ofSeconds(30);
  private static final String NO_ROOM =
      "waits for room: the tenant has as many jobs waiting as it may";

  /** What a redrive does to its surroundings. */
  public interface Surroundings {
    /** Makes the target known before jobs go there. */
    void declare(Set<QueueName> used);

    /** For how many of so many jobs a tenant has room. */
    int room(TenantId tenant, int jobs);

    /** Jobs went back to their queues. */
    void moved(List<JobId> jobs, String explanation);
  }

  private final JobStore store;
  private final WorkerId worker;
  private final LongSupplier ticker;
  private final Surroundings surroundings;
  private final RedriveBatches batches;

  public RunRedrives(
      JobStore store, WorkerId worker, LongSupplier ticker, Surroundings surroundings) {
    this.store = store;
    this.worker = worker;
    this.ticker = ticker;
    this.surroundings = surroundings;
    this.batches = new RedriveBatches(store, worker);
  }

  @Override
  public Duration turn() {
    Duration pause = POLL;
    try {
      for (Document due : store.documents().due(DocumentKind.REDRIVE, AT_ONCE)) {
        Duration wish = step(due);
        pause = wish.compareTo(pause) < 0 ? wish : pause;
      }
    } catch (StoreException e) {
      LOG.atLevel(e.logLevel()).log("redrives not continued, will retry: {}", e.getMessage());
    }
    return pause;
  }

  private Duration step(Document document) {
    Redrive redrive;
    try {
      redrive = RedriveDocument.read(document.json());
    } catch (RuntimeException e) {
      LOG.error("{} can't be read, and is left alone from now on", document.key(), e);
      store.documents().replace(document.key(), document.version(), document.json(), null);
      return POLL;
    }
    try {
      if (redrive.batch() != null) {
        return takeOver(document, redrive, redrive.batch());
      }
      if (redrive.state().isFinal()) {
        boolean ignored = store.documents().delete(document.key(), document.version());
        return POLL;
      }
      return goOn(document, redrive);
    } catch (StoreException e) {
      LOG.atLevel(e.logLevel())
          .log("redrive {} interrupted, will retry: {}", redrive.id(), e.getMessage());
      return POLL;
    } catch (RuntimeException e) {
      LOG.warn("redrive {} interrupted, will retry", redrive.id(), e);
      return POLL;
    }
  }

  private Duration goOn(Document document, Redrive before) {
    Instant now = store.now();
    Redrive redrive = observed(before);
    Optional<String> objection = objection(redrive, false);
    if (objection.isPresent()) {
      return halted(document, redrive, objection.get(), now);
    }
    Optional<RedriveBatch> next = batches.next(redrive, redrive.request().batchSize());
    // Room is taken by asking for it, so it is known first what for.
    int wanted = next.map(batch -> batch.jobs().size()).orElse(0);
    int room = room(redrive, wanted);
    if (wanted > 0 && room == 0) {
      replace(document, redrive.waitingFor(NO_ROOM), now.plus(UNTIL_ROOM));
      return POLL;
    }
    if (room < wanted) {
      next = batches.next(redrive, room);
    }
    if (next.isPresent()) {
      return move(document, redrive.waitingFor(null), next.get(), now);
    }
    redrive = redrive.waitingFor(null);
    Instant moved = redrive.movedAt();
    boolean toSee =
        moved != null
            && !redrive.canary().watched().isEmpty()
            && now.isBefore(moved.plus(LAST_LOOK));
    if (toSee) {
      replace(document, redrive, now.plus(POLL));
      return POLL;
    }
    objection = objection(redrive, true);
    if (objection.isPresent()) {
      return halted(document, redrive, objection.get(), now);
    }
    if (replace(document, redrive.ended(RedriveState.DONE, null, now), now.plus(Redrives.KEPT))) {
      LOG.info("redrive {} is done: {}", redrive.id(), redrive.counts());
    }
    return POLL;
  }

  /** One that takes the jobs of all tenants is an operator's, who knows. */
  private int room(Redrive redrive, int wanted) {
    TenantId owner = redrive.request().selection().tenant();
    return owner == null || wanted == 0 ? wanted : surroundings.room(owner, wanted);
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

  private Duration move(Document document, Redrive redrive, RedriveBatch batch, Instant now) {
    long begun = ticker.getAsLong();
    Redrive moving = redrive.moving(batch, now);
    if (!replace(document, moving, now.plus(LEASE))) {
      return POLL; // another worker was quicker, or it was stopped
    }
    QueueName target = redrive.request().targetQueue();
    if (target != null) {
      surroundings.declare(Set.of(target));
    }
    if (isLate(begun)) {
      return POLL;
    }
    return settle(moving, batch, batches.move(redrive, batch), now);
  }

  private Duration takeOver(Document document, Redrive redrive, RedriveBatch abandoned) {
    long begun = ticker.getAsLong();
    Instant now = store.now();
    RedriveBatch batch = abandoned.takenBy(worker);
    Redrive moving = redrive.moving(batch, now);
    if (!replace(document, moving, now.plus(LEASE))) {
      return POLL;
    }
    LOG.info("redrive {}: going on where {} broke off", redrive.id(), abandoned.worker());
    RedriveBatches.Standing standing = batches.look(batch);
    if (isLate(begun)) {
      return POLL;
    }
    return settle(moving, batch, batches.finish(redrive, batch, standing), now);
  }

  private boolean isLate(long begun) {
    return Duration.ofNanos(ticker.getAsLong() - begun).compareTo(MOVE_WITHIN) > 0;
  }

  private Duration settle(
      Redrive moving, RedriveBatch batch, RedriveOutcome outcome, Instant begun) {
    Duration pause = POLL;
    Optional<Document> current = store.documents().find(RedriveDocument.key(moving.id()));
    boolean written = false;
    // Only a wish to stop can come between; whoever takes the batch over counts it instead.
    while (!written && current.isPresent()) {
      Redrive redrive = RedriveDocument.read(current.get().json());
      if (!batch.equals(redrive.batch())) {
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
    surroundings.moved(outcome.moved(), "redriven by " + moving.id());
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
