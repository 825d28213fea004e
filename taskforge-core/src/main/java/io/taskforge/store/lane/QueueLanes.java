package io.taskforge.store.lane;

import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the lanes of one queue, for workers of one set of types and tenants: which have
 * jobs and since when, where the last take from each ended, and which tenant was served last. Kept
 * in memory only. Guarded by its {@link LaneClaims}.
 */
final class QueueLanes {
  private static final int MAX_KNOWN = 8_192;
  // Looks take a twentieth of the time at most, unless each is so slow that jobs would wait too
  // long.
  private static final int LOOK_SHARE = 20;
  private static final int MAX_PAUSES = 5;
  private static final Duration ACTIVE = Duration.ofSeconds(2);

  /** The last tenant that was served, by priority. */
  final NavigableMap<Integer, TenantId> turns = new TreeMap<>();

  private final Map<Lane, Known> lanes =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Lane, Known> eldest) {
          return size() > MAX_KNOWN;
        }
      };
  private boolean looked;
  private boolean soon;
  private long lookedAt; // by the ticker
  private long lastLookTook;
  private long lookTook; // the faster one of the last two: a single slow one says little
  private Instant storeTime = Instant.EPOCH; // when it was looked
  private boolean used;
  private long usedAt; // by the ticker
  private boolean arrivedDuringLook;
  // Where the last look was cut, or null if it reached the last lane. A pass is one or more looks
  // from the first lane to the last.
  private @Nullable Lane cutAfter;
  private int pass;

  private static final class Known {
    Instant head;
    LanePosition after = LanePosition.START;
    boolean dry; // until the next look or arrival
    int seenInPass;

    Known(Instant head) {
      this.head = head;
    }
  }

  @Nullable Lane cutAfter() {
    return cutAfter;
  }

  /** Whether it is time for another look. */
  boolean isDueForLook(long ticks, Duration every) {
    if (!looked || soon || every.isZero()) {
      return true;
    }
    boolean active = used && ticks - usedAt < ACTIVE.toNanos();
    long pause = active ? every.toNanos() / 5 : every.toNanos();
    long longest = MAX_PAUSES * every.toNanos();
    return ticks - lookedAt >= Math.max(pause, Math.min(LOOK_SHARE * lookTook, longest));
  }

  /** Makes the next claim look. */
  void lookSoon() {
    soon = true;
  }

  void beginLook() {
    soon = false;
    arrivedDuringLook = false;
    if (cutAfter == null) {
      pass++;
    }
  }

  /**
   * Learns what a look found.
   *
   * @param cut the last lane that it examined, or null if it examined all
   * @param at the store's time
   */
  void looked(List<LaneHead> heads, @Nullable Lane cut, Instant at, long began, long ended) {
    for (LaneHead head : heads) {
      Known known = lanes.computeIfAbsent(head.lane(), lane -> new Known(head.runAt()));
      known.head = head.runAt();
      known.after = LanePosition.before(head.runAt()).leavingTimeForCommits(at);
      known.dry = false;
      known.seenInPass = pass;
    }
    cutAfter = cut;
    // A lane in which jobs arrived meanwhile may have jobs that the look did not see.
    if (cut == null && !arrivedDuringLook) {
      lanes.values().removeIf(known -> known.seenInPass < pass);
    }
    looked = true;
    lookedAt = ended;
    lookTook = Math.min(lastLookTook, ended - began);
    lastLookTook = ended - began;
    storeTime = at;
  }

  /** Lanes with due jobs, as far as is known. */
  List<LaneHead> open(long ticks, Predicate<Lane> wanted) {
    Instant now = now(ticks);
    List<LaneHead> open = new ArrayList<>();
    lanes.forEach(
        (lane, known) -> {
          if (!known.dry && !known.head.isAfter(now) && wanted.test(lane)) {
            open.add(new LaneHead(lane, known.head));
          }
        });
    return open;
  }

  LanePosition after(Lane lane) {
    Known known = lanes.get(lane);
    return known == null ? LanePosition.START : known.after;
  }

  /** Learns what was taken from a lane; {@code dry} if the lane is now empty. */
  void took(Lane lane, List<ClaimedJob> jobs, boolean dry, long ticks) {
    Known known = lanes.get(lane);
    if (known == null) {
      return;
    }
    known.dry = dry;
    LanePosition last = null;
    for (ClaimedJob job : jobs) {
      LanePosition position = new LanePosition(job.scheduledAt(), job.id());
      last = last == null || position.compareTo(last) > 0 ? position : last;
    }
    if (last != null) {
      used(ticks);
      known.head = last.runAt();
      known.after = last.leavingTimeForCommits(jobs.get(0).claimedAt());
    }
  }

  /** A job waits in a lane from now on, due at {@code runAt} or, if that is null, after a delay. */
  void arrived(Lane lane, @Nullable Instant runAt, Duration delay, long ticks) {
    used(ticks);
    arrivedDuringLook = true;
    Instant due = runAt == null ? now(ticks).plus(delay) : runAt;
    Known known = lanes.computeIfAbsent(lane, key -> new Known(due));
    known.head = known.dry || due.isBefore(known.head) ? due : known.head;
    known.dry = false;
    if (runAt != null && runAt.isBefore(known.after.runAt())) {
      known.after = LanePosition.before(runAt);
    }
  }

  /** The store's time, estimated. */
  private Instant now(long ticks) {
    return storeTime.plusNanos(ticks - lookedAt);
  }

  private void used(long ticks) {
    used = true;
    usedAt = ticks;
  }

  /** The jobs of this queue in the order of priorities and tenants' turns, which it advances. */
  List<ClaimedJob> inTurn(List<ClaimedJob> jobs) {
    NavigableMap<Integer, List<ClaimedJob>> levels = new TreeMap<>();
    jobs.forEach(
        job -> levels.computeIfAbsent(-job.priority(), level -> new ArrayList<>()).add(job));
    List<ClaimedJob> inTurn = new ArrayList<>(jobs.size());
    levels.forEach(
        (level, ofLevel) -> {
          inTurn.addAll(TenantRoundRobin.inTurn(ofLevel, turns.get(-level)));
          turns.put(-level, inTurn.get(inTurn.size() - 1).tenant());
        });
    return inTurn;
  }

  /** Counts the jobs of each lane. */
  static Map<Lane, List<ClaimedJob>> byLane(List<ClaimedJob> jobs) {
    Map<Lane, List<ClaimedJob>> byLane = new HashMap<>();
    jobs.forEach(job -> byLane.computeIfAbsent(Lane.of(job), lane -> new ArrayList<>()).add(job));
    return byLane;
  }
}
