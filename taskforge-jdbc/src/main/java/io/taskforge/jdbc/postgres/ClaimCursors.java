package io.taskforge.jdbc.postgres;

import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.TenantRoundRobin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Where the last claims ended, so that the next ones need not step over all that was claimed since
 * the last vacuum: a deleted row leaves its index entry behind, and a claim that begins at the
 * start of the index walks past every one of them. And whose turn it is.
 *
 * <p>A look from the remembered places can miss a job that was committed late, put back to an
 * earlier time, or has a priority or a tenant that was not met before, or was forgotten. So each
 * queue is looked at whole at least once a second; a job that was missed waits that long, and none
 * is lost. Thread-safe.
 */
final class ClaimCursors {
  /** How many tenants of a priority give jobs to one claim. */
  static final int MOST_DUE = 64;

  /** How many tenants one claim looks at, over all priorities of all queues. */
  static final int MOST_LANES = 512;

  /** How many of each priority, if there are so many of those that the above leaves fewer. */
  static final int FEWEST_LANES = 8;

  // Each lane that is looked at costs a probe of the index for each type.
  private static final int MOST_PROBES = 4_096;
  // More than the queues that tenants can make, so that those of a worker that serves all stay.
  private static final int MAX_KEYS = 2_000;
  // Workers of a tenant, which name the queues and types that they ask for: they have places of
  // their own, and push out no others.
  private static final int MAX_TENANTS = 200;
  private static final int MAX_KEYS_OF_A_TENANT = 100;
  private static final Duration WHOLE_LOOK_EVERY = Duration.ofSeconds(1);
  private static final Place START = new Place(Instant.EPOCH, new JobId(new UUID(0, 0)));

  private final LongSupplier ticker;
  private final boolean alwaysWhole;
  private final TenantRoundRobin turns = new TenantRoundRobin();
  private final Map<Key, QueueCursors> known =
      QueueCursors.latest(MAX_KEYS, true); // guarded by this
  private final Map<Set<TenantId>, Map<Key, QueueCursors>> knownOfTenants =
      QueueCursors.latest(MAX_TENANTS, true); // guarded by this

  /**
   * Makes one that knows nothing.
   *
   * @param alwaysWhole never to look from remembered places: for stores whose time is driven by
   *     hand
   */
  ClaimCursors(LongSupplier ticker, boolean alwaysWhole) {
    this.ticker = ticker;
    this.alwaysWhole = alwaysWhole;
  }

  /** What one worker claims of one queue; workers with other handlers leave other jobs behind. */
  private record Key(QueueName queue, Set<JobType> types, Set<TenantId> tenants) {}

  /** A row of the claims' index within its queue, priority and tenant. */
  record Place(Instant runAt, JobId id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byTime = runAt.compareTo(other.runAt);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** One tenant's part of one priority. */
  record Lane(int priority, TenantId tenant) {}

  /** Where to look in one queue, priority and tenant: after this place. */
  record Start(QueueName queue, int priority, TenantId tenant, Place after) {}

  /**
   * How to look.
   *
   * @param whole from the start of the index, or after each of these places
   * @param starts in turn
   * @param turns who had the last turn in each priority
   */
  record Look(boolean whole, List<Start> starts, List<TenantRoundRobin.Turn> turns) {
    /** Whether tenants have to share a priority's places. */
    boolean isShared() {
      for (int i = 1; i < starts.size(); i++) {
        if (starts.get(i).priority() == starts.get(i - 1).priority()
            && starts.get(i).queue().equals(starts.get(i - 1).queue())) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * What a look has brought.
   *
   * @param claimed in the order of queues, priorities and times
   * @param cut the tenants with which it ended where it did not come round to all
   */
  record Answer(List<ClaimedJob> claimed, List<TenantRoundRobin.Turn> cut) {}

  /** How many tenants a claim of so many types looks at. */
  static int mostLanes(int types) {
    return Math.max(MOST_DUE, Math.min(MOST_LANES, MOST_PROBES / types));
  }

  /** Says how to carry out a claim. */
  synchronized Look look(ClaimRequest request) {
    List<TenantRoundRobin.Turn> last = turns.last(request);
    List<Start> starts = new ArrayList<>();
    for (QueueName name :
        request.queues().stream().map(ClaimRequest.QueueLimit::queue).distinct().toList()) {
      QueueCursors queue = known(request.tenants()).get(key(request, name));
      if (alwaysWhole
          || queue == null
          || queue.dueForWholeLook
          || ticker.getAsLong() - queue.wholeLookAt >= WHOLE_LOOK_EVERY.toNanos()) {
        return new Look(true, List.of(), last);
      }
      starts.addAll(starts(request, name, queue));
    }
    return new Look(false, starts, last);
  }

  private List<Start> starts(ClaimRequest request, QueueName name, QueueCursors queue) {
    Map<Integer, List<TenantId>> byPriority = new TreeMap<>(Comparator.reverseOrder());
    for (Lane lane : queue.ends.keySet()) {
      if (request.limitFor(lane.tenant()) > 0) {
        byPriority.computeIfAbsent(lane.priority(), key -> new ArrayList<>()).add(lane.tenant());
      }
    }
    List<Start> starts = new ArrayList<>();
    byPriority.forEach(
        (priority, tenants) -> {
          tenants.sort(TenantRoundRobin.circular(turns.last(request, name, priority)));
          // What is left out is for the next whole look, which then is not to be waited for.
          queue.cut |= tenants.size() > MOST_DUE;
          for (TenantId tenant : tenants.subList(0, Math.min(MOST_DUE, tenants.size()))) {
            starts.add(
                new Start(
                    name,
                    priority,
                    tenant,
                    queue.ends.getOrDefault(new Lane(priority, tenant), START)));
          }
        });
    return starts;
  }

  /** Learns from a claim's answer where it ended, and returns its jobs in turn. */
  synchronized List<ClaimedJob> learn(ClaimRequest request, Look look, Answer answer) {
    List<ClaimedJob> inTurn = turns.take(request, answer.claimed());
    for (ClaimRequest.QueueLimit from : request.queues()) {
      List<ClaimedJob> own =
          answer.claimed().stream().filter(job -> job.queue().equals(from.queue())).toList();
      List<TenantRoundRobin.Turn> cut =
          answer.cut().stream().filter(end -> end.queue().equals(from.queue())).toList();
      boolean full = answer.claimed().size() >= request.limit() || own.size() >= from.limit();
      if (!full) {
        // All that the look has found was taken: the next one goes on after it.
        cut.forEach(end -> turns.lookedUpTo(request, end.queue(), end.priority(), end.last()));
      }
      if (!alwaysWhole) {
        QueueCursors queue =
            known(request.tenants())
                .computeIfAbsent(key(request, from.queue()), key -> new QueueCursors());
        learn(queue, look, own, full, full || !cut.isEmpty());
      }
    }
    return inTurn;
  }

  private void learn(
      QueueCursors queue, Look look, List<ClaimedJob> own, boolean full, boolean cut) {
    if (look.whole()) {
      queue.wholeLookAt = ticker.getAsLong();
      queue.cut = cut;
    }
    queue.dueForWholeLook = !look.whole() && !full && queue.cut;
    Map<Lane, Place> last = new LinkedHashMap<>();
    for (ClaimedJob job : own) {
      last.put(new Lane(job.priority(), job.tenant()), new Place(job.scheduledAt(), job.id()));
    }
    last.forEach(
        (lane, place) -> {
          Place old = queue.ends.remove(lane);
          // A whole look that was cut short ended there, whatever was known: more may follow it.
          boolean back = look.whole() && full;
          queue.put(lane, old == null || back || place.compareTo(old) > 0 ? place : old);
        });
  }

  /** Jobs were enqueued: worth a look even if none of their kind was claimed yet. */
  synchronized void met(List<NewJob> jobs) {
    Map<QueueName, Set<Lane>> lanes = new HashMap<>();
    for (NewJob job : jobs) {
      lanes
          .computeIfAbsent(job.queue(), queue -> new HashSet<>())
          .add(new Lane(job.priority(), job.tenant()));
    }
    known.forEach((key, value) -> meet(key, value, lanes));
    knownOfTenants.values().forEach(all -> all.forEach((key, value) -> meet(key, value, lanes)));
  }

  private static void meet(Key key, QueueCursors queue, Map<QueueName, Set<Lane>> lanes) {
    for (Lane lane : lanes.getOrDefault(key.queue(), Set.of())) {
      if (!queue.ends.containsKey(lane)
          && (key.tenants().isEmpty() || key.tenants().contains(lane.tenant()))) {
        queue.put(lane, START);
      }
    }
  }

  private Map<Key, QueueCursors> known(Set<TenantId> tenants) {
    return tenants.isEmpty()
        ? known
        : knownOfTenants.computeIfAbsent(
            tenants, own -> QueueCursors.latest(MAX_KEYS_OF_A_TENANT, true));
  }

  private static Key key(ClaimRequest request, QueueName queue) {
    return new Key(queue, request.types(), request.tenants());
  }
}
