package io.taskforge.spring;

import io.taskforge.retry.DeadLetterOn;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code spring.taskforge.*}.
 *
 * @param enabled whether the application has a TaskForge
 * @param store where jobs are stored
 * @param worker how this application runs jobs
 * @param retry retry policies
 * @param queues the queues that this application serves, by name; "default" if there are none
 * @param handlers settings of handlers, by job type
 * @param metrics metrics
 * @param tracing distributed tracing
 */
@ConfigurationProperties("spring.taskforge")
public record TaskForgeProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Store store,
    @DefaultValue Worker worker,
    @DefaultValue Retry retry,
    @DefaultValue Map<String, Queue> queues,
    @DefaultValue Map<String, Handler> handlers,
    @DefaultValue Metrics metrics,
    @DefaultValue Tracing tracing) {

  /** Where jobs are stored. */
  public enum StoreType {
    /** In the application's DataSource; in a SQLite file if it has none. */
    AUTO,
    /** In the application's DataSource, which must be PostgreSQL. */
    POSTGRES,
    /** In a SQLite file. */
    SQLITE
  }

  /**
   * Where jobs are stored.
   *
   * @param type the kind of store
   * @param file the SQLite file, created if it is missing
   * @param schema the PostgreSQL schema of the tables; the connection's current one if not set
   * @param prefix the prefix of all table names
   * @param migrate whether the application creates and migrates the tables
   * @param notifications whether nodes notify each other of new jobs, so that jobs of other nodes
   *     start at once instead of within a second; takes one connection of the pool
   */
  public record Store(
      @DefaultValue("auto") StoreType type,
      @DefaultValue("taskforge.db") Path file,
      @Nullable String schema,
      @DefaultValue("taskforge_") String prefix,
      @DefaultValue("true") boolean migrate,
      @DefaultValue("false") boolean notifications) {}

  /**
   * How this application runs jobs.
   *
   * @param enabled whether this application runs jobs; if not, it can still enqueue them
   * @param name the worker's name in the history; the application's name if not set
   * @param version the version shown in the list of workers; if not set, the application's from
   *     {@code META-INF/build-info.properties}, or else TaskForge's
   * @param concurrency how many jobs run at once
   * @param allQueues whether the worker serves every queue in the store
   * @param lease jobs of a crashed worker are rescued after about this long; if not set, {@link
   *     JobStore#DEFAULT_LEASE}
   * @param pollInterval how often a worker checks whether waiting jobs have become due
   * @param timeout how long a handler may run
   * @param shutdownGrace how long running jobs may continue when the application stops
   */
  public record Worker(
      @DefaultValue("true") boolean enabled,
      @Nullable String name,
      @Nullable String version,
      @DefaultValue("20") int concurrency,
      @DefaultValue("false") boolean allQueues,
      @Nullable Duration lease,
      @DefaultValue("200ms") Duration pollInterval,
      @DefaultValue("15m") Duration timeout,
      @DefaultValue("10s") Duration shutdownGrace) {}

  /**
   * Retry policies.
   *
   * @param policy the policy of jobs for which no other one is set
   * @param policies policies by name
   */
  public record Retry(
      @DefaultValue("default") String policy,
      @DefaultValue Map<String, PolicyProperties> policies) {}

  /**
   * A queue that this application serves.
   *
   * @param concurrency how many of its jobs run at once in this application
   * @param weight how often it is served first, relative to other queues
   * @param retryPolicy the policy of its jobs that have none by themselves or their type
   * @param deadLetterQueue the queue for jobs that are given up; without one they end FAILED
   * @param deadLetterOn which jobs move to the dead letter queue
   */
  public record Queue(
      @Nullable Integer concurrency,
      @Nullable Integer weight,
      @Nullable String retryPolicy,
      @Nullable String deadLetterQueue,
      @Nullable DeadLetterOn deadLetterOn) {}

  /**
   * Settings of a handler.
   *
   * @param retryPolicy the policy of its jobs; takes precedence over the annotation
   * @param maxRetries the number of retries, if it differs from the policy's
   * @param timeout how long it may run
   */
  public record Handler(
      @Nullable String retryPolicy, @Nullable Integer maxRetries, @Nullable Duration timeout) {}

  /**
   * Metrics.
   *
   * @param storeGauges whether this application reports the store's totals, such as queue depths;
   *     turn it off on all nodes but one if your monitoring adds up gauges of nodes
   */
  public record Metrics(@DefaultValue("true") boolean storeGauges) {}

  /**
   * Distributed tracing.
   *
   * @param enabled whether enqueues and attempts are Micrometer observations, of which a tracing
   *     bridge makes spans
   */
  public record Tracing(@DefaultValue("true") boolean enabled) {}
}
