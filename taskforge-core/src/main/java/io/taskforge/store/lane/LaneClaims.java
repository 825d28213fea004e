package io.taskforge.store.lane;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.Verdict;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims jobs: looks which lanes have due jobs, at most every so often, {@link Deal deals} the free
 * places among them, and takes the jobs.
 *
 * <p>A take starts where the last one from that lane ended. It can miss a job that was committed
 * late or was rescheduled to an earlier time; the next look finds it. Thread-safe.
 */
public final class LaneClaims {
  /** The maximum number of lanes of a queue that one look examines. */
  public static final int MAX_LOOKED = 1_000;

  // Limits how long one claim can take; the next claim continues.
  private static final int MAX_LOOKS = 4;
  private static final int MAX_TAKES = 8;
  // More than the number of queues that tenants can create, so that a worker that serves all queues
  // remembers the lanes of all of them.
  private static final int MAX_QUEUES = 2_000;
  // Workers of single tenants choose their queues and types freely. A separate limit per tenant
  // keeps them from evicting what others know.
  private static final int MAX_TENANTS = 200;
  private static final int MAX_QUEUES_PER_TENANT = 100;
  private static final Comparator<ClaimedJob> BY_TIME =
      Comparator.comparing(ClaimedJob::scheduledAt).thenComparing(ClaimedJob::id);

  private final LongSupplier ticker;
  private final Duration lookEvery;
  private final Map<Scope, QueueLanes> known = leastRecentlyUsed(MAX_QUEUES); // guarded by this
  private final Map<Set<TenantId>, Map<Scope, QueueLanes>> knownOfTenants =
      leastRecentlyUsed(MAX_TENANTS); // guarded by this

  /**
   * Creates claims that know no lanes yet.
   *
   * @param lookEvery how often an idle worker looks for new lanes, five times as often while it has
   *     jobs; zero to look at each claim
   */
  public LaneClaims(LongSupplier ticker, Duration lookEvery) {
    this.ticker = ticker;
    this.lookEvery = lookEvery;
  }

  /** A queue, and the types and tenants that a worker claims: other workers see other lanes. */
  private record Scope(QueueName queue, Set<JobTypeName> types, Set<TenantId> tenants) {
    boolean has(Lane lane) {
      return types.contains(lane.type()) && (tenants.isEmpty() || tenants.contains(lane.tenant()));
    }
  }

  /** A job that waits in a lane from now on: it is due at a time, or after a delay from now. */
  private record Arrival(Lane lane, @Nullable Instant runAt, Duration delay) {}

  /** Claims jobs from a store, in the order in which they are to be started. */
  public <E extends Exception> List<ClaimedJob> claim(LaneStore<E> store, ClaimRequest request)
      throws E {
    ClaimLimits limits = new ClaimLimits(request);
    Map<QueueName, QueueLanes> queues = queues(request, limits);
    if (queues.isEmpty() || request.types().isEmpty()) {
      return List.of();
    }
    List<ClaimedJob> claimed = new ArrayList<>();
    look(store, request, dueForLook(queues));
    int looks = 1;
    int takes = 0;
    while (!limits.isFull() && takes < MAX_TAKES) {
      List<LaneShare> shares = deal(queues, limits);
      if (!shares.isEmpty()) {
        List<ClaimedJob> taken;
        try {
          taken = store.take(request, shares, limits.left(), limits.bytesLeft());
        } catch (StoreException e) {
          if (claimed.isEmpty()) {
            throw e;
          }
          // What was taken before is leased already and must be returned.
          break;
        }
        takes++;
        learn(queues, shares, taken, limits);
        claimed.addAll(taken);
      } else if (looks == MAX_LOOKS || !look(store, request, cut(queues))) {
        break;
      } else {
        looks++;
      }
    }
    return inTurn(queues, claimed);
  }

  /** Makes the next claims find jobs that were just stored. */
  public void enqueued(List<NewJob> jobs) {
    arrived(jobs.stream().map(job -> new Arrival(Lane.of(job), job.runAt(), job.delay())));
  }

  /** Makes the next claims find jobs that were just settled and run again. */
  public void settled(List<Settlement> settlements) {
    arrived(
        settlements.stream()
            .flatMap(
                settled ->
                    settled.verdict().next() instanceof Verdict.RunAgain again
                        ? Stream.of(new Arrival(Lane.of(settled.job()), null, again.delay()))
                        : Stream.empty()));
  }

  private synchronized void arrived(Stream<Arrival> jobs) {
    if (known.isEmpty() && knownOfTenants.isEmpty()) {
      return; // this process only enqueues
    }
    Map<QueueName, Set<Arrival>> arrivals =
        jobs.collect(groupingBy(arrival -> arrival.lane.queue(), toSet()));
    if (!arrivals.isEmpty()) {
      arrived(known, arrivals);
      knownOfTenants.values().forEach(scopes -> arrived(scopes, arrivals));
    }
  }

  /** Makes the next claims look for lanes of these queues, or of all if null. */
  public synchronized void lookSoon(@Nullable Set<QueueName> queues) {
    lookSoon(known, queues);
    knownOfTenants.values().forEach(scopes -> lookSoon(scopes, queues));
  }

  private static void lookSoon(Map<Scope, QueueLanes> scopes, @Nullable Set<QueueName> queues) {
    scopes.forEach(
        (scope, queue) -> {
          if (queues == null || queues.contains(scope.queue)) {
            queue.lookSoon();
          }
        });
  }

  private void arrived(Map<Scope, QueueLanes> scopes, Map<QueueName, Set<Arrival>> arrivals) {
    long ticks = ticker.getAsLong();
    scopes.forEach(
        (scope, queue) ->
            arrivals.getOrDefault(scope.queue, Set.of()).stream()
                .filter(arrival -> scope.has(arrival.lane))
                .forEach(each -> queue.arrived(each.lane, each.runAt, each.delay, ticks)));
  }

  private synchronized Map<QueueName, QueueLanes> queues(ClaimRequest request, ClaimLimits limits) {
    Map<Scope, QueueLanes> scopes =
        request.tenants().isEmpty()
            ? known
            : knownOfTenants.computeIfAbsent(
                request.tenants(), own -> leastRecentlyUsed(MAX_QUEUES_PER_TENANT));
    Map<QueueName, QueueLanes> queues = new LinkedHashMap<>();
    for (ClaimRequest.QueueLimit from : limits.queues()) {
      Scope scope = new Scope(from.queue(), request.types(), request.tenants());
      queues.put(from.queue(), scopes.computeIfAbsent(scope, key -> new QueueLanes()));
    }
    return queues;
  }

  private synchronized Map<QueueName, QueueLanes> dueForLook(Map<QueueName, QueueLanes> queues) {
    long ticks = ticker.getAsLong();
    return only(queues, queue -> queue.isDueForLook(ticks, lookEvery));
  }

  private synchronized Map<QueueName, QueueLanes> cut(Map<QueueName, QueueLanes> queues) {
    return only(queues, queue -> queue.cutAfter() != null);
  }

  private static Map<QueueName, QueueLanes> only(
      Map<QueueName, QueueLanes> queues, Predicate<QueueLanes> wanted) {
    Map<QueueName, QueueLanes> some = new LinkedHashMap<>(queues);
    some.values().removeIf(wanted.negate());
    return some;
  }

  /** Looks for lanes of these queues; returns false if there are no queues. */
  private <E extends Exception> boolean look(
      LaneStore<E> store, ClaimRequest request, Map<QueueName, QueueLanes> queues) throws E {
    if (queues.isEmpty()) {
      return false;
    }
    List<LaneStore.From> from = new ArrayList<>();
    long began;
    synchronized (this) {
      queues.forEach(
          (name, queue) -> {
            queue.beginLook();
            from.add(new LaneStore.From(name, queue.cutAfter()));
          });
      began = ticker.getAsLong();
    }
    LaneLook look = store.look(request, from, MAX_LOOKED);
    request.gate().looked(look.at(), look.destinationsChangedAt());
    synchronized (this) {
      long ended = ticker.getAsLong();
      Map<QueueName, List<LaneHead>> heads =
          look.heads().stream().collect(groupingBy(head -> head.lane().queue()));
      queues.forEach(
          (name, queue) -> {
            List<LaneHead> found = heads.getOrDefault(name, List.of());
            Lane cutAfter = found.size() < MAX_LOOKED ? null : found.get(found.size() - 1).lane();
            Scope scope = new Scope(name, request.types(), request.tenants());
            List<LaneHead> own = found.stream().filter(head -> scope.has(head.lane())).toList();
            queue.looked(own, cutAfter, look.at(), began, ended);
          });
    }
    return true;
  }

  private synchronized List<LaneShare> deal(Map<QueueName, QueueLanes> queues, ClaimLimits limits) {
    long ticks = ticker.getAsLong();
    List<LaneHead> open = new ArrayList<>();
    queues.values().forEach(queue -> open.addAll(queue.open(ticks, limits::isOpen)));
    List<LaneShare> shares = new ArrayList<>();
    Deal.deal(open, limits, (queue, priority) -> lanes(queues, queue).turns.get(priority))
        .forEach(
            (lane, most) ->
                shares.add(new LaneShare(lane, lanes(queues, lane.queue()).after(lane), most)));
    return shares;
  }

  private static QueueLanes lanes(Map<QueueName, QueueLanes> queues, QueueName queue) {
    QueueLanes lanes = queues.get(queue);
    if (lanes == null) {
      throw new IllegalStateException("no lanes of queue " + queue);
    }
    return lanes;
  }

  private synchronized void learn(
      Map<QueueName, QueueLanes> queues,
      List<LaneShare> shares,
      List<ClaimedJob> taken,
      ClaimLimits limits) {
    int limit = limits.left();
    limits.took(taken);
    long ticks = ticker.getAsLong();
    Map<Lane, List<ClaimedJob>> byLane = QueueLanes.byLane(taken);
    int upToHere = 0;
    for (LaneShare share : shares) {
      List<ClaimedJob> jobs = byLane.getOrDefault(share.lane(), List.of());
      upToHere += jobs.size();
      // A take that was full did not reach the end of this lane, or of those after it.
      boolean reached = upToHere < limit && limits.bytesLeft() > 0;
      boolean dry = reached && jobs.size() < share.most();
      lanes(queues, share.lane().queue()).took(share.lane(), jobs, dry, ticks);
    }
  }

  private synchronized List<ClaimedJob> inTurn(
      Map<QueueName, QueueLanes> queues, List<ClaimedJob> claimed) {
    claimed.sort(BY_TIME);
    Map<QueueName, List<ClaimedJob>> byQueue =
        claimed.stream().collect(groupingBy(ClaimedJob::queue));
    List<ClaimedJob> inTurn = new ArrayList<>(claimed.size());
    queues.forEach(
        (name, queue) -> inTurn.addAll(queue.inTurn(byQueue.getOrDefault(name, List.of()))));
    return inTurn;
  }

  private static <K, V> Map<K, V> leastRecentlyUsed(int max) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > max;
      }
    };
  }
}
