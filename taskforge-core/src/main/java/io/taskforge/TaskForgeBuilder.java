package io.taskforge;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.engine.EngineConfig;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.FaultTolerantTracing;
import io.taskforge.engine.HandlerRegistration;
import io.taskforge.engine.TenantConcurrency;
import io.taskforge.event.JobListener;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.PayloadHandler;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.TenantQuotas;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.store.JobStore;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a {@link TaskForge}. Not thread-safe; everything but the store has a default. */
public final class TaskForgeBuilder {
  private static final int DEFAULT_CONCURRENCY = 20;
  private static final int MAX_CONCURRENCY = 100_000;
  private static final Duration DEFAULT_POLL = Duration.ofMillis(200);
  private static final Duration DEFAULT_PREFETCH = Duration.ofMillis(50);
  private static final Duration LONGEST_PREFETCH = Duration.ofSeconds(1);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(15);
  private static final Duration DEFAULT_GRACE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  // A job that lost this many leases, the last ones in quarantine, is a poison message.
  private static final int MAX_LOST_LEASES = 6;

  private @Nullable JobStore store;
  private String name = "worker";
  private String version = TaskForgeVersion.get();
  private int concurrency = DEFAULT_CONCURRENCY;
  private TenantConcurrency tenantPlaces = new TenantConcurrency.Fixed(MAX_CONCURRENCY);
  private final Map<QueueName, QueueOptions> queues = new LinkedHashMap<>();
  private final Map<JobTypeName, HandlerRegistration<?>> handlers = new LinkedHashMap<>();
  private EngineConfig.Destinations destinations =
      new EngineConfig.Destinations(DestinationMode.ON, DestinationSettings.defaults());
  private boolean allQueues;
  private PolicyChoice defaultPolicy = PolicyChoice.of(RetryPolicies.DEFAULT);
  private RetryPolicyJson policyJson = RetryPolicyJson.standard();
  private FailureClassifier classifier = FailureClassifier.standard();
  private PayloadCodec codec = PayloadCodec.jackson();
  private Duration lease = JobStore.DEFAULT_LEASE;
  private Duration poll = DEFAULT_POLL;
  private Duration prefetch = DEFAULT_PREFETCH;
  private Duration timeout = DEFAULT_TIMEOUT;
  private Duration shutdownGrace = DEFAULT_GRACE;
  private Retention retention = Retention.DEFAULT;
  private final List<JobListener> listeners = new ArrayList<>();
  private final List<RequestedFollowUps.Rule> rules = new ArrayList<>();
  private final List<FollowUps> followUps = new ArrayList<>();
  private TenantQuotas quotas = TenantQuotas.UNLIMITED;
  private AmbientTransactions transactions = AmbientTransactions.NONE;
  private JobTracing tracing = JobTracing.NONE;
  private EngineEnvironment environment = EngineEnvironment.production();

  TaskForgeBuilder() {}

  /** The job store. The caller owns it: close it after the TaskForge. */
  public TaskForgeBuilder store(JobStore jobStore) {
    store = jobStore;
    return this;
  }

  /** The worker's name in the history; a unique suffix is added. */
  public TaskForgeBuilder name(String workerName) {
    name = new WorkerId(workerName).value();
    return this;
  }

  /** The version of your program, shown in the list of workers; TaskForge's own by default. */
  public TaskForgeBuilder version(String ofProgram) {
    version = WorkerInfo.checkedVersion(ofProgram);
    return this;
  }

  /** How many jobs run at once; 20 by default. */
  public TaskForgeBuilder concurrency(int jobs) {
    concurrency = checked("concurrency", jobs);
    return this;
  }

  /**
   * How many jobs of one tenant run at once on this worker, so that a tenant with slow handlers
   * does not block the others; no limit by default.
   */
  public TaskForgeBuilder tenantConcurrency(int jobs) {
    tenantPlaces = new TenantConcurrency.Fixed(checked("tenant concurrency", jobs));
    return this;
  }

  private static int checked(String what, int jobs) {
    if (jobs < 1 || jobs > MAX_CONCURRENCY) {
      throw new IllegalArgumentException(
          what + " must be from 1 to " + MAX_CONCURRENCY + " but was " + jobs);
    }
    return jobs;
  }

  /**
   * Divides this worker's concurrency among the tenants with running jobs, and keeps a tenth of it
   * free for the next tenant, so that no tenant waits for the slow jobs of another.
   */
  public TaskForgeBuilder tenantsShare() {
    tenantPlaces = new TenantConcurrency.Shared();
    return this;
  }

  /** Serves a queue with the default options. */
  public TaskForgeBuilder queue(String queueName) {
    return queue(queueName, options -> {});
  }

  /**
   * Serves a queue. Its retry policy and dead letter queue, if given, are stored for all workers
   * when this one starts. If no queue is named, the worker serves {@code default}.
   */
  public TaskForgeBuilder queue(String queueName, Consumer<QueueOptions> options) {
    options.accept(queues.computeIfAbsent(new QueueName(queueName), key -> new QueueOptions()));
    return this;
  }

  /**
   * Serves every queue in the store besides the named ones. A queue is in the store after it was
   * put or paused, or after a job was enqueued in it by a TaskForge that serves all queues.
   */
  public TaskForgeBuilder allQueues() {
    allQueues = true;
    return this;
  }

  /** Runs jobs of a type. They succeed when the handler returns and fail when it throws. */
  public <T> TaskForgeBuilder handler(JobType<T> type, PayloadHandler<T> handler) {
    return handler(type, handler, options -> {});
  }

  /** As {@link #handler(JobType, PayloadHandler)}, with options such as a policy or a timeout. */
  public <T> TaskForgeBuilder handler(
      JobType<T> type, PayloadHandler<T> handler, Consumer<HandlerOptions> options) {
    return handler(
        type,
        (payload, context) -> {
          handler.handle(payload);
          return Outcome.DONE;
        },
        options);
  }

  /** Runs jobs of a type with a handler that uses the job's context and decides the outcome. */
  public <T> TaskForgeBuilder handler(JobType<T> type, JobHandler<T> handler) {
    return handler(type, handler, options -> {});
  }

  /** As {@link #handler(JobType, JobHandler)}, with options such as a policy or a timeout. */
  public <T> TaskForgeBuilder handler(
      JobType<T> type, JobHandler<T> handler, Consumer<HandlerOptions> options) {
    HandlerOptions chosen = new HandlerOptions();
    options.accept(chosen);
    HandlerRegistration<T> registration =
        new HandlerRegistration<>(
            type.name(),
            type.payload(),
            handler,
            chosen.retryPolicy(),
            chosen.timeout(),
            chosen.isKeyDestination());
    if (handlers.putIfAbsent(type.name(), registration) != null) {
      throw new IllegalArgumentException("there is a handler for '" + type.name() + "' already");
    }
    return this;
  }

  /**
   * The policy where neither job, nor type, nor queue have one; {@link RetryPolicies#DEFAULT} by
   * default.
   */
  public TaskForgeBuilder retryPolicy(RetryPolicy policy) {
    return retryPolicy(PolicyChoice.of(policy));
  }

  /**
   * As {@link #retryPolicy(RetryPolicy)}; a name is looked up at each failure. Overrides are for
   * jobs only.
   */
  public TaskForgeBuilder retryPolicy(PolicyChoice policy) {
    defaultPolicy = PolicyChoice.requireWhole(policy);
    return this;
  }

  /** The JSON form of policies, for backoff strategies of your own. */
  public TaskForgeBuilder policyJson(RetryPolicyJson json) {
    policyJson = json;
    return this;
  }

  /** Classifies exceptions into failures. */
  public TaskForgeBuilder classifier(FailureClassifier failureClassifier) {
    classifier = failureClassifier;
    return this;
  }

  /** How payloads become JSON and back; Jackson by default. */
  public TaskForgeBuilder payloadCodec(PayloadCodec payloadCodec) {
    codec = payloadCodec;
    return this;
  }

  /**
   * The lease duration; 15 s by default, at least 1 s. Jobs of a crashed worker are rescued after
   * about this long.
   */
  public TaskForgeBuilder lease(Duration duration) {
    if (duration.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException("lease must be at least 1s but was " + duration);
    }
    lease = duration;
    return this;
  }

  /** How often a worker checks whether waiting jobs have become due; 200 ms by default. */
  public TaskForgeBuilder pollInterval(Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("poll interval must be more than 0 but was " + interval);
    }
    poll = interval;
    return this;
  }

  /**
   * How far ahead jobs are claimed: a worker holds, besides running jobs, about as many as it
   * finishes in this time, at most 1 000; none if jobs run longer than this. 50 ms by default, at
   * most 1 s; zero to claim only jobs that start at once.
   */
  public TaskForgeBuilder prefetch(Duration time) {
    if (time.isNegative() || time.compareTo(LONGEST_PREFETCH) > 0) {
      throw new IllegalArgumentException("prefetch must be from 0 to 1s but was " + time);
    }
    prefetch = time;
    return this;
  }

  /** How long a handler may run if neither job nor type has a timeout; 15 minutes by default. */
  public TaskForgeBuilder timeout(Duration limit) {
    new HandlerOptions().timeout(limit);
    timeout = limit;
    return this;
  }

  /** How long running jobs may continue when this worker is closed; 10 s by default. */
  public TaskForgeBuilder shutdownGrace(Duration grace) {
    if (grace.isNegative()) {
      throw new IllegalArgumentException("shutdown grace must not be negative but was " + grace);
    }
    shutdownGrace = grace;
    return this;
  }

  /** How long finished jobs are kept. */
  public TaskForgeBuilder retention(Retention kept) {
    retention = kept;
    return this;
  }

  /** Adds a listener for every change that this worker makes. */
  public TaskForgeBuilder listener(JobListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Enqueues follow-up jobs when a job ends in a state, in the same transaction: both are
   * committed, or neither. {@link FollowUps} describes what a rule may do, and what happens if it
   * throws.
   *
   * @param state SUCCEEDED, FAILED, DEAD or CANCELLED
   * @param next returns the follow-up jobs; an empty list for none
   */
  public TaskForgeBuilder followUp(JobState state, Function<EndedJob, List<JobRequest>> next) {
    if (!state.isFinal()) {
      throw new IllegalArgumentException(
          "a job ends SUCCEEDED, FAILED, DEAD or CANCELLED but not " + state);
    }
    rules.add(new RequestedFollowUps.Rule(state, next));
    return this;
  }

  /**
   * As {@link #followUp}, for rules that create jobs for many ended jobs at a time. The store gets
   * the follow-up rules when the TaskForge is built and accepts no others afterwards: a second
   * TaskForge on the same store object must have none or the same object.
   */
  public TaskForgeBuilder followUps(FollowUps hook) {
    followUps.add(hook);
    return this;
  }

  /**
   * Circuit breakers for jobs that have a destination, see {@link JobRequest#destination}; {@link
   * DestinationMode#ON} with default settings by default.
   */
  public TaskForgeBuilder destinations(DestinationMode mode, DestinationSettings settings) {
    destinations = new EngineConfig.Destinations(mode, settings);
    return this;
  }

  /** Limits how many jobs of schedules and redrives wait per tenant; no limit by default. */
  public TaskForgeBuilder tenantQuotas(TenantQuotas tenantQuotas) {
    quotas = tenantQuotas;
    return this;
  }

  /** The framework's transactions, which {@code enqueue} joins; none by default. */
  public TaskForgeBuilder transactions(AmbientTransactions ambient) {
    transactions = ambient;
    return this;
  }

  /** Creates spans for enqueues and attempts; none by default. What it throws is only logged. */
  public TaskForgeBuilder tracing(JobTracing jobTracing) {
    tracing = new FaultTolerantTracing(jobTracing);
    return this;
  }

  /** Sets clock, randomness, ids and threads; see {@code EngineAccess}. */
  void environment(EngineEnvironment engineEnvironment) {
    environment = engineEnvironment;
  }

  /** Returns a TaskForge that can enqueue, and that runs jobs once it is started. */
  public TaskForge build() {
    if (store == null) {
      throw new IllegalStateException("a store is needed: TaskForge.builder().store(…)");
    }
    if (queues.isEmpty()) {
      queues.put(QueueName.DEFAULT, new QueueOptions());
    }
    AwaitedJobs awaited = new AwaitedJobs(environment.ticker());
    List<JobListener> all = new ArrayList<>(listeners);
    all.add(awaited);
    all.add(new LoggingListener());
    EngineConfig config =
        new EngineConfig(
            workerId(),
            new EngineConfig.Serving(
                WorkerProcess.name(),
                version,
                concurrency,
                tenantPlaces,
                QueueOptions.served(queues, concurrency),
                allQueues),
            new EngineConfig.Handling(handlers, codec, timeout, tracing),
            new EngineConfig.Failures(
                defaultPolicy, policyJson, classifier, MAX_LOST_LEASES, destinations),
            new EngineConfig.Timing(lease, poll, prefetch, shutdownGrace, retention),
            all,
            allFollowUps(store),
            quotas);
    return new TaskForge(
        store, config, environment, QueueOptions.stored(queues), awaited, transactions);
  }

  /** A single object is passed on as it is, so that two workers can share it. */
  private FollowUps allFollowUps(JobStore jobStore) {
    if (rules.isEmpty() && followUps.size() <= 1) {
      return followUps.isEmpty() ? FollowUps.NONE : followUps.get(0);
    }
    RequestedJobs client =
        new RequestedJobs(jobStore, codec, policyJson, environment.ids(), JobTracing.NONE);
    return new RequestedFollowUps(rules, followUps, client);
  }

  private WorkerId workerId() {
    // The end of a new id: workers with the same name stay distinct, even after a restart.
    return new WorkerId(name + "-" + environment.ids().get().toString().substring(24));
  }
}
