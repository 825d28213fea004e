package io.taskforge.jdbc.postgres;

import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
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
 * Cursors into the index of waiting jobs, from which the next claims continue, and the round-robin
 * position among tenants. A deleted row leaves its index entry behind until the next vacuum, and a
 * claim that started at the beginning of the index would read all of these dead entries.
 *
 * <p>A search from the cursors can miss a job that was committed late, was rescheduled to an
 * earlier time, or has a priority or tenant without a cursor. Each queue is therefore searched from
 * the start at least once a second, which finds such jobs. Thread-safe.
 */
final class ClaimCursors {
  /** The maximum number of tenants of a priority from which one claim takes jobs. */
  static final int MAX_DUE_LANES = 64;

  /** The maximum number of tenants that one claim examines, over all priorities of all queues. */
  static final int MAX_LANES = 512;

  /** The number of tenants of each priority that are examined even if there are many priorities. */
  static final int MIN_LANES = 8;

  // Each examined lane costs an index probe for each type.
  private static final int MAX_PROBES = 4_096;
  // More than the number of queues that tenants can create, so that a worker that serves all queues
  // keeps all its cursors.
  private static final int MAX_KEYS = 2_000;
  // Workers of single tenants choose their queues and types freely. A separate limit per tenant
  // keeps them from evicting the cursors of others.
  private static final int MAX_TENANTS = 200;
  private static final int MAX_KEYS_PER_TENANT = 100;
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
   * Creates an empty set of cursors.
   *
   * @param alwaysWhole whether every search starts at the beginning of the index: for stores with a
   *     manual clock
   */
  ClaimCursors(LongSupplier ticker, boolean alwaysWhole) {
    this.ticker = ticker;
    this.alwaysWhole = alwaysWhole;
  }

  /**
   * A queue together with the types and tenants that a worker claims: different workers skip
   * different jobs.
   */
  private record Key(QueueName queue, Set<JobTypeName> types, Set<TenantId> tenants) {}

  /** A position in a lane. */
  record Place(Instant runAt, JobId id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byTime = runAt.compareTo(other.runAt);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** The waiting jobs of one priority and tenant. */
  record Lane(int priority, TenantId tenant) {}

  /** A lane, and the position after which to search. */
  record Start(QueueName queue, int priority, TenantId tenant, Place after) {}

  /**
   * How to search.
   *
   * @param whole whether to search from the start of the index instead of after {@code starts}
   * @param starts in round-robin order
   * @param turns the tenant that was served last in each priority
   */
  record Look(boolean whole, List<Start> starts, List<TenantRoundRobin.Turn> turns) {
    /** Whether several tenants share a priority of a queue. */
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
   * The result of a search.
   *
   * @param claimed in the order of queues, priorities and times
   * @param cut the last examined tenant of each priority in which the search stopped before the
   *     last tenant
   */
  record Answer(List<ClaimedJob> claimed, List<TenantRoundRobin.Turn> cut) {}

  /** Returns the maximum number of tenants that a claim of this many types examines. */
  static int maxLanes(int types) {
    return Math.max(MAX_DUE_LANES, Math.min(MAX_LANES, MAX_PROBES / types));
  }

  /** Returns how to search for a claim. */
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
          // The tenants beyond the limit need a search from the start as soon as possible.
          queue.cut |= tenants.size() > MAX_DUE_LANES;
          for (TenantId tenant : tenants.subList(0, Math.min(MAX_DUE_LANES, tenants.size()))) {
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

  /** Updates the cursors after a claim, and returns its jobs in round-robin order. */
  synchronized List<ClaimedJob> learn(ClaimRequest request, Look look, Answer answer) {
    List<ClaimedJob> inTurn = turns.take(request, answer.claimed());
    for (ClaimRequest.QueueLimit from : request.queues()) {
      List<ClaimedJob> own =
          answer.claimed().stream().filter(job -> job.queue().equals(from.queue())).toList();
      List<TenantRoundRobin.Turn> cut =
          answer.cut().stream().filter(end -> end.queue().equals(from.queue())).toList();
      boolean full = answer.claimed().size() >= request.limit() || own.size() >= from.limit();
      if (!full) {
        // All jobs that were found were claimed: the next search continues with the next tenants.
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
          // A search from the start that filled the claim may have left jobs behind an older
          // cursor.
          boolean back = look.whole() && full;
          queue.put(lane, old == null || back || place.compareTo(old) > 0 ? place : old);
        });
  }

  /** Adds the lanes of enqueued jobs, so that the next search includes them. */
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
            tenants, own -> QueueCursors.latest(MAX_KEYS_PER_TENANT, true));
  }

  private static Key key(ClaimRequest request, QueueName queue) {
    return new Key(queue, request.types(), request.tenants());
  }
}
