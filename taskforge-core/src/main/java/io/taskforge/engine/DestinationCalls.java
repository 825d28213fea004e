package io.taskforge.engine;

import io.taskforge.destination.Calls;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationError;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationReport;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.GrantedCalls;
import io.taskforge.destination.NormalLatency;
import io.taskforge.store.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last known state of a destination, and the calls that are not reported yet. Guarded by its
 * {@link Destinations}.
 */
final class DestinationCalls {
  private static final long BUCKET_MILLIS = 250;
  // Counts of a destination that works are not reported; older ones are forgotten.
  private static final Duration REMEMBERED = Duration.ofSeconds(30);

  private static final Duration RECENT = Duration.ofSeconds(2);
  private static final int MAX_RECENT = 10;
  private static final int MOST_WANTED = 1_000;

  final DestinationId id;
  private final Destinations.Call free; // while it works
  @Nullable Document document;
  // Written under the lock, read by each job that starts. Null: it works, as far as is known.
  private volatile @Nullable DestinationState state;
  long reportedAt; // by the ticker
  boolean reported;
  private GrantedCalls grant = GrantedCalls.NONE;
  private long grants; // numbers them
  private int returned; // granted in this epoch, not sent and not reported yet
  private @Nullable Long askedAt; // when a claim last found due jobs for it, by the ticker
  private @Nullable Long remoteAskedAt; // when a claim of a remote worker did
  private int remoteWanted;
  private int remoteAsked; // since the last report
  private NormalLatency latency = NormalLatency.UNKNOWN;
  int inFlight; // claimed and not ended
  private final Deque<Long> ended = new ArrayDeque<>(); // by the ticker
  private final Map<Long, List<Count>> counts = new TreeMap<>();
  private @Nullable Count last; // where most calls are counted
  private List<DestinationError> errors = new ArrayList<>();
  private @Nullable Duration retryAfter;
  private Duration longestCall = Duration.ZERO;
  private int unreportedFailures;

  DestinationCalls(DestinationId id) {
    this.id = id;
    this.free = new Destinations.Call(this, DestinationState.UNKNOWN_EPOCH, true);
  }

  /** Calls that were sent at about the same time, in the same epoch. */
  private static final class Count {
    private final long bucket;
    private final Instant sentAt;
    private final long epoch;
    private int succeeded;
    private int failed;

    Count(long bucket, Instant sentAt, long epoch) {
      this.bucket = bucket;
      this.sentAt = sentAt;
      this.epoch = epoch;
    }

    Calls calls() {
      return new Calls(sentAt, epoch, succeeded, failed);
    }
  }

  DestinationAccess access() {
    DestinationState known = state;
    return known == null ? DestinationAccess.OPEN : known.access();
  }

  boolean isHealthy() {
    return access() == DestinationAccess.OPEN;
  }

  boolean isLimited() {
    return access() == DestinationAccess.LIMITED;
  }

  long epoch() {
    return call().epoch();
  }

  /** Returns a call by what is known now. Needs no lock. */
  Destinations.Call call() {
    DestinationState known = state;
    return known == null || known.access() == DestinationAccess.OPEN
        ? free
        : new Destinations.Call(this, known.epoch(), false);
  }

  /** How much of the time between two instants its jobs were held. Needs no lock. */
  Duration heldBetween(Instant from, Instant to) {
    DestinationState known = state;
    return known == null ? Duration.ZERO : known.heldBetween(from, to);
  }

  /** Whether a probe was answered that is not reported yet. */
  boolean hasProbed() {
    return access() == DestinationAccess.PROBES
        && counts.values().stream().flatMap(List::stream).anyMatch(each -> each.epoch == epoch());
  }

  /** A claim found due jobs. */
  void asked(long now) {
    askedAt = now;
  }

  /** A claim of a remote worker, for at most this many jobs, found due ones. */
  void askedRemotely(int limit, long now) {
    remoteAsked = Math.min(MOST_WANTED, remoteAsked + limit);
    remoteAskedAt = now;
  }

  /** Calls that this and remote workers recently requested. */
  private int wanted(int freePlaces, long now) {
    remoteWanted = remoteAsked > 0 ? remoteAsked : remoteWanted;
    remoteAsked = 0;
    return (isLately(askedAt, now) ? Math.max(1, freePlaces) : 0)
        + (isLately(remoteAskedAt, now) ? remoteWanted : 0);
  }

  private static boolean isLately(@Nullable Long at, long now) {
    return at != null && now - at < RECENT.toNanos();
  }

  boolean isGranted() {
    return grant.unused() > 0;
  }

  /** Granted calls that one claim may use, so that claims at the same time don't use the same. */
  record Reservation(DestinationCalls of, long grant, long epoch, int calls) {}

  Reservation reserve(int most, long now) {
    int reserved = Math.min(most, grant.available(now));
    grant = grant.sent(reserved);
    return new Reservation(this, grants, epoch(), reserved);
  }

  /** Gives back what a claim did not use. */
  void giveBack(Reservation reservation, int calls) {
    if (reservation.grant == grants) {
      grant = grant.sent(-calls);
    } else if (reservation.epoch == epoch()) {
      returned += calls;
    }
  }

  /** Grants calls until the next report. */
  void grant(int calls, long now) {
    returned += grant.unused();
    grant = GrantedCalls.of(calls, now);
    grants++;
  }

  void learned(Document read, DestinationState known) {
    long before = epoch();
    document = read;
    state = known;
    if (epoch() != before) {
      grant(0, 0);
      returned = 0;
    }
  }

  void count(Instant sentAt, long epoch, boolean failed, Duration timeout) {
    longestCall = timeout.compareTo(longestCall) > 0 ? timeout : longestCall;
    Count count = count(sentAt, epoch);
    if (failed) {
      count.failed++;
      unreportedFailures++;
    } else {
      count.succeeded++;
    }
  }

  private Count count(Instant sentAt, long epoch) {
    long bucket = sentAt.toEpochMilli() / BUCKET_MILLIS;
    if (last != null && last.bucket == bucket && last.epoch == epoch) {
      return last;
    }
    long oldest = sentAt.minus(REMEMBERED).minus(longestCall).toEpochMilli() / BUCKET_MILLIS;
    counts.entrySet().removeIf(each -> each.getKey() < oldest && forgotten(each.getValue()));
    List<Count> epochs = counts.computeIfAbsent(bucket, first -> new ArrayList<>(1));
    Count found =
        epochs.stream()
            .filter(each -> each.epoch == epoch)
            .findFirst()
            .orElseGet(() -> new Count(bucket, sentAt, epoch));
    if (!epochs.contains(found)) {
      epochs.add(found);
    }
    last = found;
    return found;
  }

  private boolean forgotten(List<Count> old) {
    unreportedFailures -= old.stream().mapToInt(each -> each.failed).sum();
    return true;
  }

  /** Whether a call took this many times as long as usual; if not, it counts as usual. */
  boolean isSlow(Duration took, double factor) {
    boolean slow = latency.isSlow(took, factor);
    latency = slow ? latency : latency.with(took);
    return slow;
  }

  void failed(DestinationError error, @Nullable Duration wait) {
    errors.add(0, error);
    errors = new ArrayList<>(errors.subList(0, Math.min(5, errors.size())));
    if (wait != null && (retryAfter == null || wait.compareTo(retryAfter) > 0)) {
      retryAfter = wait;
    }
  }

  int unreportedFailures() {
    return unreportedFailures;
  }

  boolean hasRetryAfter() {
    return retryAfter != null;
  }

  /** Number of recent or in-flight calls; counts at most ten recent ones. */
  int recent(long now) {
    while (!ended.isEmpty() && now - ended.peekFirst() > RECENT.toNanos()) {
      ended.removeFirst();
    }
    return inFlight + ended.size();
  }

  void ended(long now) {
    inFlight = Math.max(0, inFlight - 1);
    ended.addLast(now);
    if (ended.size() > MAX_RECENT) {
      ended.removeFirst();
    }
  }

  /** Returns what to report. Granted calls that were not sent are not sent later. */
  DestinationReport report(int freePlaces, long now) {
    List<Calls> all = counts.values().stream().flatMap(List::stream).map(Count::calls).toList();
    returned += grant.unused();
    grant = grant.withoutUnused();
    return new DestinationReport(
        all, longestCall, retryAfter, errors, epoch(), returned, wanted(freePlaces, now));
  }

  /** Forgets what was reported; {@code sent} is what {@link #report} returned. */
  void reported(DestinationReport sent) {
    last = null;
    for (Calls each : sent.calls()) {
      long bucket = each.sentAt().toEpochMilli() / BUCKET_MILLIS;
      List<Count> epochs = counts.getOrDefault(bucket, new ArrayList<>());
      for (Count count : epochs) {
        if (count.epoch == each.epoch()) {
          count.succeeded -= each.succeeded();
          count.failed -= each.failed();
          unreportedFailures -= each.failed(); // not if they were forgotten meanwhile
        }
      }
      epochs.removeIf(count -> count.succeeded == 0 && count.failed == 0);
      if (epochs.isEmpty()) {
        counts.remove(bucket);
      }
    }
    if (sent.retryAfter() != null && sent.retryAfter().equals(retryAfter)) {
      retryAfter = null;
    }
    errors = new ArrayList<>(errors.subList(0, Math.max(0, errors.size() - sent.errors().size())));
    returned = Math.max(0, returned - sent.unused());
  }
}
