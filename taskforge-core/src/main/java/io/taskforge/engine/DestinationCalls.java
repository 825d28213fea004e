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
  @Nullable Document document;
  @Nullable DestinationState state; // null: it works, as far as is known
  long reportedAt; // by the ticker
  boolean reported;
  private GrantedCalls grant = GrantedCalls.NONE;
  private long grants; // numbers them
  private int returned; // granted in this epoch, not sent and not reported yet
  private @Nullable Long askedAt; // when a claim last found due jobs for it, by the ticker
  private @Nullable Long remoteAskedAt; // when a claim of a remote worker did
  private int remoteWanted;
  private int remoteAsked; // since the last report
  NormalLatency latency = NormalLatency.UNKNOWN;
  int inFlight; // claimed and not ended
  private final Deque<Long> ended = new ArrayDeque<>(); // by the ticker
  private final Map<Long, List<Calls>> calls = new TreeMap<>();
  private List<DestinationError> errors = new ArrayList<>();
  private @Nullable Duration retryAfter;
  private Duration longestCall = Duration.ZERO;
  private int unreportedFailures;

  DestinationCalls(DestinationId id) {
    this.id = id;
  }

  DestinationAccess access() {
    return state == null ? DestinationAccess.OPEN : state.access();
  }

  boolean isHealthy() {
    return access() == DestinationAccess.OPEN;
  }

  boolean isLimited() {
    return access() == DestinationAccess.LIMITED;
  }

  long epoch() {
    return state == null || isHealthy() ? DestinationState.UNKNOWN_EPOCH : state.epoch();
  }

  /** Whether a probe was answered that is not reported yet. */
  boolean hasProbed() {
    return access() == DestinationAccess.PROBES
        && calls.values().stream().flatMap(List::stream).anyMatch(each -> each.epoch() == epoch());
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

  /** How many calls this worker and remote workers could send, if they asked lately. */
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
    long key = sentAt.toEpochMilli() / BUCKET_MILLIS;
    List<Calls> bucket = calls.computeIfAbsent(key, start -> new ArrayList<>(1));
    Calls before =
        bucket.stream()
            .filter(each -> each.epoch() == epoch)
            .findFirst()
            .orElse(new Calls(sentAt, epoch, 0, 0));
    bucket.remove(before);
    bucket.add(
        new Calls(
            before.sentAt(),
            epoch,
            before.succeeded() + (failed ? 0 : 1),
            before.failed() + (failed ? 1 : 0)));
    unreportedFailures += failed ? 1 : 0;
    longestCall = timeout.compareTo(longestCall) > 0 ? timeout : longestCall;
    long oldest = sentAt.minus(REMEMBERED).minus(longestCall).toEpochMilli() / BUCKET_MILLIS;
    calls.keySet().removeIf(start -> start < oldest);
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

  /** How many calls ended lately or are in flight, as far as that matters. */
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
    List<Calls> all = new ArrayList<>();
    calls.values().forEach(all::addAll);
    returned += grant.unused();
    grant = grant.withoutUnused();
    return new DestinationReport(
        all, longestCall, retryAfter, errors, epoch(), returned, wanted(freePlaces, now));
  }

  /** Forgets what was reported; {@code sent} is what {@link #report} returned. */
  void reported(DestinationReport sent) {
    for (Calls each : sent.calls()) {
      long key = each.sentAt().toEpochMilli() / BUCKET_MILLIS;
      List<Calls> bucket = calls.getOrDefault(key, List.of());
      for (int i = 0; i < bucket.size(); i++) {
        Calls now = bucket.get(i);
        if (now.epoch() == each.epoch()) {
          int succeeded = now.succeeded() - each.succeeded();
          int failed = now.failed() - each.failed();
          bucket.set(i, new Calls(now.sentAt(), now.epoch(), succeeded, failed));
        }
      }
      bucket.removeIf(left -> left.succeeded() == 0 && left.failed() == 0);
      if (bucket.isEmpty()) {
        calls.remove(key);
      }
      unreportedFailures -= each.failed();
    }
    if (sent.retryAfter() != null && sent.retryAfter().equals(retryAfter)) {
      retryAfter = null;
    }
    errors = new ArrayList<>(errors.subList(0, Math.max(0, errors.size() - sent.errors().size())));
    returned = Math.max(0, returned - sent.unused());
  }
}
