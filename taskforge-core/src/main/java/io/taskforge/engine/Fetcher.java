package io.taskforge.engine;

import io.taskforge.engine.EngineConfig.ServedQueue;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.StoreBackoff;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimRequest.QueueLimit;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims as many due jobs as can start at once, and if jobs are fast, a few ahead ({@link
 * Prefetch}), so that a place does not stay free for the time of a claim.
 */
final class Fetcher implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);

  /** The most jobs of one claim. */
  static final int MAX_CLAIM = 1_000;

  // Backpressure: with more uncommitted results than this, or than the concurrency if that is more,
  // claiming waits for the Committer.
  private static final int MAX_UNCOMMITTED = 2_000;
  // Prefetched jobs that did not start within this time are given back.
  private static final Duration LATE = Duration.ofMillis(500);
  private static final Duration WITHOUT_THREADS = Duration.ofSeconds(1);

  private final EngineConfig config;
  private final JobStore store;
  private final QueueCatalog settings;
  private final RunningJobs jobs;
  private final Runner runner;
  private final Prefetch prefetch;
  private final Committer committer;
  private final EventPublisher events;
  private final Destinations destinations;
  private final RandomGenerator random;
  private final QueueRateLimits rateLimits; // only turn() touches it
  private final StoreBackoff pause; // only turn() touches it
  private boolean gathered; // only turn() touches it

  Fetcher(
      EngineConfig config,
      JobStore store,
      QueueCatalog settings,
      RunningJobs jobs,
      Runner runner,
      Prefetch prefetch,
      Committer committer,
      EventPublisher events,
      Destinations destinations,
      RandomGenerator random,
      LongSupplier ticker) {
    this.config = config;
    this.store = store;
    this.settings = settings;
    this.jobs = jobs;
    this.runner = runner;
    this.prefetch = prefetch;
    this.committer = committer;
    this.events = events;
    this.destinations = destinations;
    this.random = random;
    this.rateLimits = new QueueRateLimits(ticker);
    this.pause = new StoreBackoff(random);
  }

  @Override
  public Duration turn() {
    giveBackLateJobs();
    // Set before reading how many places are free: a commit in between must not be missed.
    jobs.wakeFetcherAfterCommit(true);
    int target = target();
    int gather = prefetch.gather();
    jobs.wakeFetcherAt(target - gather);
    int free = free(target);
    jobs.wakeFetcherAfterCommit(free == 0);
    if (free == 0 || config.handling().handlers().isEmpty() || !runner.takesJobs()) {
      return untilNext();
    }
    if (!settings.isKnown()) {
      return pause.next();
    }
    // While many prefetched jobs are left, no place is free, and there is time for a larger batch.
    boolean stocked = jobs.unfinished() - jobs.occupied() > target / 2;
    if (free < gather && (stocked || !gathered)) {
      gathered = true;
      return Prefetch.GATHER;
    }
    gathered = false;
    List<QueueLimit> queues = inServingOrder(target);
    if (queues.isEmpty()) {
      return rateLimits.untilNext(config.timing().poll());
    }
    List<ClaimedJob> claimed;
    List<ClaimedJob> starting;
    Set<JobId> refused;
    try (ClaimGate gate = destinations.claim()) {
      claimed = store.claim(request(queues, free, gate));
      refused = runner.refused(claimed);
      starting = claimed.stream().filter(job -> starts(job, refused)).toList();
      gate.took(starting);
      pause.reset();
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("no jobs claimed, will retry: {}", e.getMessage());
      return pause.next();
    }
    Map<JobId, Destinations.Call> calls = destinations.claimed(claimed);
    starting.forEach(job -> rateLimits.started(job.queue()));
    boolean started = true;
    for (ClaimedJob job : claimed) {
      // A job can be claimed again before listeners know how its last attempt ended.
      committer.awaitTold(job.id());
      events.claimed(job, config.worker());
      if (refused.contains(job.id())) {
        runner.refuse(job, calls.get(job.id()));
      } else {
        started &= runner.start(job, calls.get(job.id()));
      }
    }
    if (!started) {
      return WITHOUT_THREADS;
    }
    boolean more = claimed.size() == free || starting.size() < claimed.size();
    return more || isOfSeveralTenants(claimed)
        ? Duration.ZERO
        : rateLimits.untilNext(destinations.untilNext(untilNext()));
  }

  /** Jobs that don't start use neither a granted call of their destination nor a rate limit. */
  private static boolean starts(ClaimedJob job, Set<JobId> refused) {
    return !refused.contains(job.id()) && !Verdicts.isPastDeadline(job, job.claimedAt());
  }

  private ClaimRequest request(List<QueueLimit> queues, int free, ClaimGate gate) {
    ClaimRequest request =
        new ClaimRequest(
                config.leaseRequest(),
                queues,
                Set.copyOf(config.handling().handlers().keySet()),
                free)
            .gate(gate);
    Map<TenantId, Integer> occupied = jobs.unfinishedByTenant();
    TenantConcurrency.Grant grant = grant(occupied.size());
    if (grant.most() >= config.serving().concurrency()) {
      return request;
    }
    Map<TenantId, Integer> left = new HashMap<>();
    occupied.forEach((tenant, running) -> left.put(tenant, Math.max(0, grant.most() - running)));
    return new ClaimRequest(request.lease(), queues, request.types(), Math.min(free, grant.inAll()))
        .gate(gate)
        .perTenant(grant.newcomers(), left);
  }

  private TenantConcurrency.Grant grant(int tenants) {
    return config
        .serving()
        .tenantPlaces()
        .grant(config.serving().concurrency(), jobs.unfinished(), tenants);
  }

  /** How many jobs of a tenant run if places are free, but not for that tenant; else 0. */
  int tenantAtLimit(TenantId tenant) {
    Map<TenantId, Integer> occupied = jobs.unfinishedByTenant();
    int running = occupied.getOrDefault(tenant, 0);
    boolean full = jobs.unfinished() >= config.serving().concurrency();
    return full || running < grant(occupied.size()).most() ? 0 : running;
  }

  /**
   * A store divides the limit among tenants: if one tenant used less than its share, others may use
   * the rest.
   */
  private static boolean isOfSeveralTenants(List<ClaimedJob> claimed) {
    return claimed.stream().map(ClaimedJob::tenant).distinct().limit(2).count() > 1;
  }

  /** How many jobs to hold. A limit per tenant is exact: it leaves no room for prefetched jobs. */
  private int target() {
    int concurrency = config.serving().concurrency();
    return config.serving().tenantPlaces().isLimit(concurrency) ? concurrency : prefetch.target();
  }

  private int free(int target) {
    int uncommitted = jobs.held() - jobs.unfinished();
    int room = Math.max(MAX_UNCOMMITTED, config.serving().concurrency()) - uncommitted;
    return Math.max(0, Math.min(MAX_CLAIM, Math.min(target - jobs.unfinished(), room)));
  }

  /** Waits for the next poll, or until prefetched jobs are late. */
  private Duration untilNext() {
    Duration poll = config.timing().poll();
    boolean waiting = jobs.unfinished() > jobs.occupied();
    return waiting && LATE.compareTo(poll) < 0 ? LATE : poll;
  }

  /** Another worker may have a place for jobs that this one prefetched and can't start. */
  private void giveBackLateJobs() {
    if (jobs.hasWaited(LATE)) {
      prefetch.slowed();
      runner.giveBack(HandlerRun.Stop.NO_PLACE);
    }
  }

  /**
   * A random order in which a queue of weight 3 comes before one of weight 1 three times out of
   * four.
   */
  private List<QueueLimit> inServingOrder(int target) {
    List<Drawn> drawn = new ArrayList<>();
    for (ServedQueue queue : served()) {
      int limit = limit(queue, target);
      if (limit > 0) {
        // As if each queue waited for its next turn, the heavier the shorter.
        double due = -Math.log(1 - random.nextDouble()) / queue.weight();
        drawn.add(new Drawn(due, new QueueLimit(queue.name(), limit)));
      }
    }
    drawn.sort(Comparator.comparingDouble(Drawn::due));
    return drawn.stream().map(Drawn::queue).toList();
  }

  private record Drawn(double due, QueueLimit queue) {}

  private List<ServedQueue> served() {
    List<ServedQueue> served = new ArrayList<>(config.serving().queues());
    if (config.serving().allQueues()) {
      Set<QueueName> named =
          served.stream().map(ServedQueue::name).collect(Collectors.toUnmodifiableSet());
      for (QueueName queue : settings.names()) {
        if (!named.contains(queue)) {
          served.add(new ServedQueue(queue, config.serving().concurrency(), 1));
        }
      }
    }
    return served;
  }

  /** The smallest of the worker's limit and the queue's limits. */
  private int limit(ServedQueue queue, int target) {
    QueueSettings stored = settings.settings(queue.name());
    Integer allowed = stored.concurrency();
    int places = allowed == null ? queue.concurrency() : Math.min(allowed, queue.concurrency());
    // Jobs of a queue with a limit of its own are not prefetched.
    boolean limited = places < config.serving().concurrency() || stored.rate() != null;
    int most = limited ? places : target;
    return Math.min(most - jobs.unfinished(queue.name()), rateLimits.allowed(queue.name(), stored));
  }
}
