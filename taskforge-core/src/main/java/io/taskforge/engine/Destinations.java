package io.taskforge.engine;

import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationError;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationReport;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.GrantedCalls;
import io.taskforge.engine.loop.Wake;
import io.taskforge.failure.Failure;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.TenantId;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Document;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The destinations of this worker: counts the calls to them, and holds the lanes of those that are
 * down. {@link DestinationReports} shares it with other workers. Thread-safe; never calls the
 * store.
 */
final class Destinations {
  private static final int FEWEST_FAILURES = 2;
  // With as many calls, a failure may be the beginning of an outage.
  private static final int BUSY = 4;
  private static final Duration INTERVAL = GrantedCalls.REPORT_INTERVAL;
  private static final Duration LEARN_AGAIN = Duration.ofSeconds(5);

  private final DestinationMode mode;
  private final DestinationSettings settings;
  private final DestinationOfJob names;
  private final IntSupplier freePlaces;
  private final LongSupplier ticker;
  private final Wake wake = new Wake();
  private final Map<DestinationId, DestinationCalls> known = new HashMap<>(); // guarded by this
  private BooleanSupplier decided = () -> false; // set once, while the engine is made
  private @Nullable Instant storeTime; // guarded by this
  private long storeTimeTick; // guarded by this
  private @Nullable Instant changedAt; // guarded by this
  private boolean stale; // guarded by this
  private long learnedAt; // guarded by this

  Destinations(
      EngineConfig config, QueueCatalog queues, IntSupplier freePlaces, LongSupplier ticker) {
    this.mode = config.failures().destinations().mode();
    this.settings = config.failures().destinations().settings();
    this.names = new DestinationOfJob(config, queues);
    this.freePlaces = freePlaces;
    this.ticker = ticker;
  }

  /**
   * A job on its way to its destination.
   *
   * @param free whether nothing limited calls when this was last looked up
   */
  record Call(DestinationCalls to, long epoch, boolean free) {
    DestinationId id() {
      return to.id;
    }
  }

  Wake wake() {
    return wake;
  }

  /** Runs after each report, to decide on failures that waited for it; true if some still wait. */
  void whenDecided(BooleanSupplier action) {
    decided = action;
  }

  // Claims.

  /** Returns the gate of a claim of this worker. */
  ClaimGate claim() {
    return new ClaimGate(this, null);
  }

  /** Returns the gate of a remote worker's claim of at most this many jobs. */
  ClaimGate remoteClaim(int limit) {
    return new ClaimGate(this, limit);
  }

  synchronized ClaimGate.@Nullable Group group(
      QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
    DestinationId id = mode == DestinationMode.OFF ? null : names.of(queue, tenant, type, laneKey);
    if (id == null) {
      return null;
    }
    DestinationCalls calls = known.get(id);
    boolean down =
        mode == DestinationMode.ON && calls != null && !calls.isHealthy() && !calls.isLimited();
    return new ClaimGate.Group(id, down && DestinationOfJob.isOnce(laneKey));
  }

  /** Reserves granted calls for a claim; null if it may take any number of jobs. */
  synchronized DestinationCalls.@Nullable Reservation reserve(
      DestinationId id, @Nullable Integer remoteLimit) {
    DestinationCalls calls = known.get(id);
    if (calls == null || calls.isHealthy() || mode != DestinationMode.ON) {
      return null;
    }
    long now = ticker.getAsLong();
    if (remoteLimit == null) {
      calls.asked(now);
    } else {
      calls.askedRemotely(remoteLimit, now);
    }
    int most = remoteLimit == null ? Integer.MAX_VALUE : remoteLimit;
    return calls.reserve(calls.access() == DestinationAccess.CLOSED ? 0 : most, now);
  }

  synchronized void giveBack(DestinationCalls.Reservation reservation, int calls) {
    reservation.of().giveBack(reservation, calls);
  }

  /** Receives what the look of a claim found. */
  synchronized void looked(Instant at, @Nullable Instant destinationsChangedAt) {
    storeTime(at);
    if (!Objects.equals(changedAt, destinationsChangedAt)) {
      changedAt = destinationsChangedAt;
      stale = true;
      wake.wake();
    }
  }

  private void storeTime(Instant at) {
    storeTime = at;
    storeTimeTick = ticker.getAsLong();
  }

  private @Nullable Instant now() {
    return storeTime == null ? null : storeTime.plusNanos(ticker.getAsLong() - storeTimeTick);
  }

  // The calls.

  /** Jobs were claimed by this worker; returns the calls of those that have a destination. */
  Map<JobId, Call> claimed(List<ClaimedJob> jobs) {
    Map<DestinationId, List<ClaimedJob>> called = byDestination(jobs);
    return called.isEmpty() ? Map.of() : claimed(called, jobs.get(0).claimedAt());
  }

  private synchronized Map<JobId, Call> claimed(
      Map<DestinationId, List<ClaimedJob>> called, Instant at) {
    storeTime(at);
    Map<JobId, Call> calls = new HashMap<>();
    called.forEach(
        (id, jobs) -> {
          Call call = calls(id).call();
          call.to.inFlight += jobs.size();
          jobs.forEach(job -> calls.put(job.id(), call));
        });
    return calls;
  }

  /** Returns the jobs that have a destination, by destination. */
  Map<DestinationId, List<ClaimedJob>> byDestination(List<ClaimedJob> jobs) {
    return mode == DestinationMode.OFF ? Map.of() : names.of(jobs);
  }

  /**
   * Returns a job's call by what is known of its destination now, or null if it has no destination.
   */
  synchronized @Nullable Call callOf(ClaimedJob job) {
    DestinationId id = mode == DestinationMode.OFF ? null : names.of(job);
    return id == null ? null : calls(id).call();
  }

  /** Whether a job that was claimed before must not start now. */
  boolean isClosed(Call call, RunningJob running) {
    if (mode != DestinationMode.ON || call.free) {
      return false;
    }
    Call claimed = running.claimed();
    boolean probe =
        claimed != null
            && claimed.epoch == call.epoch
            && running.job.guarantee() != Guarantee.AT_MOST_ONCE;
    DestinationAccess access = call.to.access();
    return access == DestinationAccess.CLOSED || (access == DestinationAccess.PROBES && !probe);
  }

  /** A claimed job ended, and its destination was not called or did not answer. */
  synchronized void ended(Call claimed) {
    claimed.to.ended(ticker.getAsLong());
  }

  /** A claimed job ended, and its call is to be counted. */
  synchronized void answered(Call call, Run run, @Nullable Failure failure, Duration timeout) {
    call.to.ended(ticker.getAsLong());
    count(call, run, failure, timeout);
  }

  /** Counts a call; {@code failure} is null if the destination answered. */
  synchronized void count(Call call, Run run, @Nullable Failure failure, Duration timeout) {
    DestinationCalls calls = call.to;
    Instant sentAt = run.startedAt();
    Duration took = run.duration();
    if (sentAt == null || took == null) {
      return;
    }
    boolean slow =
        failure == null && settings.slowFactor() > 0 && calls.isSlow(took, settings.slowFactor());
    calls.count(sentAt, call.epoch, failure != null || slow, timeout);
    if (calls.hasProbed()) {
      wake.wake(); // the next probe, or the release of the backlog, does not wait
    }
    if (failure != null) {
      Duration retryAfter = DestinationOfJob.hold(failure);
      Instant at = now();
      calls.failed(
          new DestinationError(at == null ? sentAt : at, failure.type().name(), failure.message()),
          retryAfter);
      if (retryAfter != null || calls.unreportedFailures() >= FEWEST_FAILURES) {
        wake.wake();
      }
    }
  }

  /** Whether a failed call is refunded; null if that is not known yet. */
  synchronized @Nullable Boolean isRefunded(Call call) {
    if (mode != DestinationMode.ON) {
      return false;
    }
    if (!call.free || !call.to.isHealthy()) {
      return true;
    }
    return call.to.recent(ticker.getAsLong()) >= BUSY ? null : false;
  }

  /** How much of the time between two instants a job was held by its destination. */
  synchronized Duration held(ClaimedJob job, Instant from, Instant to) {
    DestinationId id = mode == DestinationMode.ON ? names.of(job) : null;
    DestinationCalls calls = id == null ? null : known.get(id);
    return calls == null ? Duration.ZERO : calls.heldBetween(from, to);
  }

  /** Adds to a verdict how long its job was held. */
  Verdict withTimeHeld(Call call, ClaimedJob job, Verdict verdict) {
    Duration held =
        mode == DestinationMode.ON
            ? call.to.heldBetween(job.scheduledAt(), job.claimedAt())
            : Duration.ZERO;
    return held.toMillis() == 0
        ? verdict
        : verdict.explained("held for " + DurationText.forPeople(held) + " by its destination");
  }

  /** When the Fetcher should claim again, at the latest. */
  synchronized Duration untilNext(Duration poll) {
    boolean pacing = known.values().stream().anyMatch(DestinationCalls::isGranted);
    return pacing && GrantedCalls.CLAIM_INTERVAL.compareTo(poll) < 0
        ? GrantedCalls.CLAIM_INTERVAL
        : poll;
  }

  private DestinationCalls calls(DestinationId id) {
    if (known.size() >= Destination.MAX_DOWN && !known.containsKey(id)) {
      known.values().removeIf(calls -> calls.isHealthy() && calls.inFlight == 0);
    }
    return known.computeIfAbsent(id, DestinationCalls::new);
  }

  // For the reports.

  /** Decides on failures that waited for a report; returns whether some still wait. */
  boolean decide() {
    return decided.getAsBoolean();
  }

  /** Whether destinations may have changed since they were last read; if so, they are read now. */
  synchronized boolean beginLearning() {
    long now = ticker.getAsLong();
    boolean unhealthy = known.values().stream().anyMatch(each -> !each.isHealthy());
    boolean old = now - learnedAt >= LEARN_AGAIN.toNanos();
    if (!stale && !(unhealthy && old)) {
      return false;
    }
    stale = false;
    learnedAt = now;
    return true;
  }

  /** Learns which destinations do not work normally; others that did not may work again. */
  synchronized void learned(Map<DestinationId, Document> unhealthy) {
    unhealthy.forEach(this::learned);
    known.values().stream()
        .filter(calls -> !calls.isHealthy() && !unhealthy.containsKey(calls.id))
        .forEach(calls -> calls.document = null);
  }

  private void learned(DestinationId id, Document document) {
    DestinationCalls calls = calls(id);
    // Versions begin again when an unused destination was deleted.
    if (calls.document != null
        && calls.document.version() >= document.version()
        && !document.changedAt().isAfter(calls.document.changedAt())) {
      return;
    }
    calls.learned(document, DestinationJson.read(document.json()));
  }

  /** The destinations to report on now. */
  synchronized List<DestinationCalls> toReport() {
    long now = ticker.getAsLong();
    return known.values().stream()
        .filter(
            calls ->
                !calls.reported
                    || calls.hasProbed()
                    || now - calls.reportedAt >= INTERVAL.toNanos())
        .filter(
            calls ->
                !calls.isHealthy()
                    || calls.hasRetryAfter()
                    || calls.unreportedFailures() >= FEWEST_FAILURES)
        .toList();
  }

  /** Whether there is something to report or to learn soon. */
  synchronized boolean isBusy() {
    return stale
        || known.values().stream()
            .anyMatch(calls -> !calls.isHealthy() || calls.unreportedFailures() > 1);
  }

  /** A report, the document that it is to be merged with, if that is known, and the time. */
  record Draft(DestinationReport report, @Nullable Document before, Instant now) {}

  /** Returns what to report on a destination; null while the store's time is not known. */
  synchronized @Nullable Draft draft(DestinationCalls calls) {
    long ticks = ticker.getAsLong();
    calls.reportedAt = ticks;
    calls.reported = true;
    Instant now = now();
    return now == null
        ? null
        : new Draft(calls.report(freePlaces.getAsInt(), ticks), calls.document, now);
  }

  /** Another worker has changed the destination meanwhile. */
  synchronized void outdated(DestinationCalls calls) {
    calls.document = null;
  }

  synchronized void reported(
      DestinationCalls calls, Draft draft, Document document, DestinationDecision decision) {
    calls.reported(draft.report);
    calls.learned(document, decision.state());
    calls.grant(decision.granted(), ticker.getAsLong());
  }
}
