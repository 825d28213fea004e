package io.taskforge.client;

import io.taskforge.JobType;
import io.taskforge.TaskForgeVersion;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.PayloadHandler;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds a {@link RemoteWorker}. Get one from {@link TaskForgeClient#worker}. */
public final class RemoteWorkerBuilder {
  private static final int MAX_CONCURRENCY = RemoteClaim.MAX_LIMIT;

  private final HttpApi api;
  private final PayloadCodec codec;
  private final JobTracing tracing;
  private final Map<JobTypeName, Handler<?>> handlers = new LinkedHashMap<>();
  private final EngineEnvironment environment = EngineEnvironment.production();
  private FailureClassifier classifier = FailureClassifier.standard();
  private List<String> queues = List.of(QueueName.DEFAULT.value());
  private @Nullable WorkerId name;
  private @Nullable String tenant;
  private String version = TaskForgeVersion.get();
  private int concurrency = 10;
  private Duration lease = RemoteClaim.DEFAULT_LEASE;
  private Duration pollInterval = Duration.ofMillis(500);
  private Duration shutdownGrace = Duration.ofSeconds(10);

  RemoteWorkerBuilder(HttpApi api, PayloadCodec codec, JobTracing tracing) {
    this.api = api;
    this.codec = codec;
    this.tracing = tracing;
  }

  /** A handler, and what the payloads of its jobs are read as. */
  record Handler<T>(Class<T> payload, JobHandler<T> handler) {
    Outcome handle(PayloadCodec codec, Attempt attempt) throws Exception {
      return handler.handle(codec.read(attempt.payload(), payload), attempt);
    }
  }

  /** What a worker needs to know. */
  record Config(
      HttpApi api,
      PayloadCodec codec,
      JobTracing tracing,
      Map<JobTypeName, Handler<?>> handlers,
      EngineEnvironment environment,
      FailureClassifier classifier,
      WorkerId name,
      List<String> queues,
      @Nullable String tenant,
      String version,
      int concurrency,
      Duration lease,
      Duration pollInterval,
      Duration shutdownGrace) {}

  /** Runs jobs of a type. They succeed when the handler returns and fail when it throws. */
  public <T> RemoteWorkerBuilder handler(JobType<T> type, PayloadHandler<T> handler) {
    return handler(
        type,
        (payload, context) -> {
          handler.handle(payload);
          return Outcome.DONE;
        });
  }

  /** Runs jobs of a type with a handler that uses the job's context and decides the outcome. */
  public <T> RemoteWorkerBuilder handler(JobType<T> type, JobHandler<T> handler) {
    if (handlers.putIfAbsent(type.name(), new Handler<>(type.payload(), handler)) != null) {
      throw new IllegalArgumentException("there is a handler for '" + type.name() + "' already");
    }
    return this;
  }

  /** The queues to claim from, in this order; {@code default} if not given. */
  public RemoteWorkerBuilder queues(String... names) {
    queues = Stream.of(names).map(queue -> new QueueName(queue).value()).toList();
    return this;
  }

  /** The only tenant whose jobs it runs; by default all that the API key may see. */
  public RemoteWorkerBuilder tenant(String id) {
    tenant = new TenantId(id).value();
    return this;
  }

  /** The unique name of the worker, shown in the history; by default a new one per worker. */
  public RemoteWorkerBuilder name(String workerName) {
    name = new WorkerId(workerName);
    return this;
  }

  /** The version of your program, shown in the list of workers; TaskForge's own by default. */
  public RemoteWorkerBuilder version(String ofProgram) {
    version = WorkerInfo.checkedVersion(ofProgram);
    return this;
  }

  /** How many jobs run at once, from 1 to 1 000; 10 by default. */
  public RemoteWorkerBuilder concurrency(int jobs) {
    if (jobs < 1 || jobs > MAX_CONCURRENCY) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to " + MAX_CONCURRENCY + " but was " + jobs);
    }
    concurrency = jobs;
    return this;
  }

  /**
   * The lease duration, from 1 s to 1 h; 30 s by default. Jobs of a crashed worker are rescued
   * after about this long; leases are extended three times as often.
   */
  public RemoteWorkerBuilder lease(Duration duration) {
    RemoteClaim.checkLease(duration);
    lease = duration;
    return this;
  }

  /** The pause between two claims while no job is due; 500 ms by default. */
  public RemoteWorkerBuilder pollInterval(Duration interval) {
    pollInterval = positive("pollInterval", interval);
    return this;
  }

  /** How long {@link RemoteWorker#close} lets running handlers finish; 10 s by default. */
  public RemoteWorkerBuilder shutdownGrace(Duration grace) {
    if (grace.isNegative()) {
      throw new IllegalArgumentException("shutdownGrace must not be negative but was " + grace);
    }
    shutdownGrace = grace;
    return this;
  }

  /** Classifies what handlers throw; the server's policies decide what follows. */
  public RemoteWorkerBuilder classifier(FailureClassifier failureClassifier) {
    classifier = failureClassifier;
    return this;
  }

  /**
   * Starts the worker. It need not reach the server yet.
   *
   * @throws IllegalStateException if it has no handler
   */
  public RemoteWorker start() {
    if (handlers.isEmpty()) {
      throw new IllegalStateException("a worker must have at least one handler");
    }
    WorkerId unique =
        name == null
            ? new WorkerId(
                "java-%d-%08x"
                    .formatted(
                        ProcessHandle.current().pid(), (int) environment.random().nextLong()))
            : name;
    RemoteWorker worker =
        new RemoteWorker(
            new Config(
                api.within(callTimeout()),
                codec,
                tracing,
                Map.copyOf(handlers),
                environment,
                classifier,
                unique,
                queues,
                tenant,
                version,
                concurrency,
                lease,
                pollInterval,
                shutdownGrace));
    worker.start();
    return worker;
  }

  /** A heartbeat that hangs must leave time for another before the lease expires. */
  private Duration callTimeout() {
    Duration third = lease.dividedBy(3);
    return third.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : third;
  }

  private static Duration positive(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " must be more than 0 but was " + duration);
    }
    return duration;
  }
}
