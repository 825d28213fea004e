package io.taskforge;

import io.taskforge.deadletter.Redrives;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineAccess;
import io.taskforge.engine.EngineConfig;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.JobArrivals;
import io.taskforge.engine.JobChanges;
import io.taskforge.engine.JobPolicies;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Attempt;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.query.WhyWaiting;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobStore;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job queue inside a Java program: enqueue jobs, run them, look them up. Thread-safe.
 *
 * <p>It can enqueue, change and look up jobs as soon as it is built; it runs jobs between {@link
 * #start} and {@link #close}. Starting or closing it twice has no effect.
 */
public final class TaskForge implements JobClient, AutoCloseable {
  static {
    EngineAccess.connect(
        forge -> ((TaskForge) forge).engine,
        (builder, environment) -> ((TaskForgeBuilder) builder).environment(environment));
  }

  private final JobStore store;
  private final RequestedJobs client;
  private final Engine engine;
  private final Destinations destinations;
  private final JobArrivals arrivals;
  private final JobChanges changes;
  private final JobPolicies jobPolicies;
  private final NamedPolicies policies;
  private final TypePolicies typePolicies;
  private final Schedules schedules;
  private final Redrives redrives;
  private final BuiltQueues builtQueues;
  private final AwaitedJobs awaited;
  private final AmbientTransactions transactions;

  TaskForge(
      JobStore store,
      EngineConfig config,
      EngineEnvironment environment,
      Map<QueueName, QueueSettings> storedQueues,
      AwaitedJobs awaited,
      AmbientTransactions transactions) {
    this.store = store;
    this.transactions = transactions;
    this.client =
        new RequestedJobs(
            store,
            config.handling().codec(),
            config.failures().policyJson(),
            environment.ids(),
            config.handling().tracing());
    this.engine = new Engine(config, store, environment);
    this.destinations =
        new Destinations(
            store,
            config.failures().destinations().settings(),
            engine::destinationChanged,
            engine::destinationOf);
    this.arrivals = engine.arrivals();
    this.changes = engine.changes();
    this.jobPolicies = new JobPolicies(config, store);
    this.policies =
        new NamedPolicies(
            store,
            config.failures().policyJson(),
            config.failures().defaultPolicy(),
            engine::readQueues);
    this.typePolicies = new TypePolicies(store, config.failures().policyJson(), engine::readQueues);
    this.schedules =
        new Schedules(
            store,
            config.failures().policyJson(),
            client,
            environment.ids(),
            arrivals,
            engine::wakeSchedules);
    this.redrives = new Redrives(store, environment.ids(), engine::wakeRedrives);
    this.builtQueues = new BuiltQueues(store, Map.copyOf(storedQueues));
    this.awaited = awaited;
  }

  /** Returns a builder with the default settings. */
  public static TaskForgeBuilder builder() {
    return new TaskForgeBuilder();
  }

  /**
   * Starts running jobs. If the store is unavailable, this returns, and the worker keeps trying in
   * the background until it can store its queue settings.
   *
   * @throws StoreException if the store rejects them
   */
  public TaskForge start() {
    engine.start(this::putQueues);
    return this;
  }

  /** Stores the queue settings of the builder; {@link #start} does this too. */
  public void putQueues() {
    builtQueues.put(this::replaceQueue);
  }

  /**
   * Replaces exactly that version of a queue's settings (optimistic locking); empty if they have
   * changed in between. The settings apply here at once, and to other workers within two seconds.
   *
   * @param version 0 to create the queue
   */
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    Optional<Queue> replaced = store.replaceQueue(queue, version, settings);
    engine.readQueues();
    return replaced;
  }

  /**
   * Graceful shutdown: claims no more jobs and lets running handlers finish within the grace
   * period. Unfinished jobs return to their queue without using a retry. The store stays open.
   */
  @Override
  public void close() {
    engine.stop();
  }

  @Override
  public List<Enqueued> enqueueAll(List<JobRequest> requests) {
    arrivals.declare(requests.stream().map(JobRequest::queue).collect(Collectors.toSet()));
    Optional<Connection> active = transactions.current();
    if (active.isEmpty()) {
      List<Enqueued> answers = client.enqueue(requests);
      arrivals.wakeFetcher(requests.stream().map(JobRequest::type));
      return answers;
    }
    List<Enqueued> answers = client.enqueueIn(active.get(), requests);
    transactions.afterCommit(() -> arrivals.wakeFetcher(requests.stream().map(JobRequest::type)));
    return answers;
  }

  @Override
  public List<Enqueued> enqueueAllIn(Connection transaction, List<JobRequest> requests) {
    return client.enqueueIn(transaction, requests);
  }

  /** Cancels a job: immediately if it waits; if it runs, as soon as its handler stops. */
  public ChangeResult cancel(JobId id, String reason) {
    return cancel(id, reason, null);
  }

  /** As {@link #cancel(JobId, String)}, and says who requested it. */
  public ChangeResult cancel(JobId id, String reason, @Nullable String by) {
    return changes.change(id, new JobChange.Cancel(reason, by), reason);
  }

  /** Runs a waiting job immediately; runs a FAILED or CANCELLED job again. */
  public ChangeResult retryNow(JobId id) {
    return changes.change(id, new JobChange.RetryNow(), "retried by hand");
  }

  /** Runs a waiting job at another time. */
  public ChangeResult reschedule(JobId id, Instant runAt) {
    return changes.change(id, new JobChange.Reschedule(runAt), "rescheduled by hand");
  }

  /** Ends a job that waits for a retry as FAILED. */
  public ChangeResult cancelRetries(JobId id, String reason) {
    return changes.change(id, new JobChange.CancelRetries(reason), reason);
  }

  /**
   * Moves a waiting or FAILED job to the dead letter queue of its queue. Refused in other states,
   * and if the queue has no dead letter queue.
   */
  public ChangeResult deadLetter(JobId id, String reason) {
    return changes.deadLetter(id, reason);
  }

  /** Redrives a job from its dead letter queue to the queue that it came from. */
  public ChangeResult redrive(JobId id) {
    return redrive(id, null);
  }

  /**
   * Redrives a job from its dead letter queue.
   *
   * @param target the queue to move it to, or null for the queue that it came from
   */
  public ChangeResult redrive(JobId id, @Nullable QueueName target) {
    return redriveAll(List.of(id), target).get(0);
  }

  /** As {@link #redrive(JobId, QueueName)}, and says who requested it and why. */
  public ChangeResult redrive(JobId id, @Nullable QueueName target, ChangeNote note) {
    return changes.redrive(List.of(id), target, note).get(0);
  }

  /**
   * Redrives jobs from their dead letter queues; answers are in the order of {@code ids}.
   *
   * @param ids at most {@link JobStore#MAX_REDRIVE}
   * @param target the queue to move them to, or null for the queue that each job came from
   */
  public List<ChangeResult> redriveAll(List<JobId> ids, @Nullable QueueName target) {
    return changes.redrive(ids, target, ChangeNote.NONE);
  }

  /** Pauses a queue in all workers: its jobs are not claimed; running jobs continue. */
  public void pause(QueueName queue) {
    store.pauseQueue(queue, true);
  }

  /** Resumes a paused queue in all workers. */
  public void resume(QueueName queue) {
    store.pauseQueue(queue, false);
    arrivals.wakeFetcher();
  }

  /**
   * Deletes a queue's settings and resumes it; its jobs stay. False if the queue was not stored.
   */
  public boolean deleteQueue(QueueName queue) {
    boolean known = store.deleteQueue(queue);
    // So that the next job registers it again for workers that serve all queues.
    engine.readQueues();
    return known;
  }

  /**
   * Waits until a job is finished, in whichever process it runs, and returns it. A job is finished
   * when it is SUCCEEDED, FAILED, DEAD or CANCELLED.
   *
   * @throws TimeoutException if it is not finished after {@code limit}
   * @throws NoSuchElementException if there is no such job
   */
  public Job await(JobId id, Duration limit) throws InterruptedException, TimeoutException {
    return awaited.await(id, limit, store.queries());
  }

  /** Returns a job's current state. */
  public Optional<Job> job(JobId id) {
    return store.queries().job(id);
  }

  /** The destinations that jobs call, with their circuit breakers. */
  public Destinations destinations() {
    return destinations;
  }

  /** Returns why a job is not running, or empty if there is no such job. */
  public Optional<WhyWaiting> why(JobId id) {
    return new WaitingJobs(store, engine, destinations).why(id);
  }

  /** Returns jobs that match, newest first, a page at a time. */
  public JobPage jobs(JobFilter filter) {
    return store.queries().list(filter);
  }

  /** Returns a job's stays in dead letter queues that have ended, newest first; the latest 100. */
  public List<DeadLetterStay> deadLetterStays(JobId id) {
    return store.queries().deadLetterStays(id);
  }

  /** Returns the attempts of a job, oldest first; of more than 10 000, the latest. */
  public List<Attempt> history(JobId id) {
    return store.queries().allAttempts(AttemptFilter.all(id));
  }

  /** Returns the latest {@code limit} attempts of a job, oldest first. */
  public List<Attempt> history(JobId id, int limit) {
    return store.queries().allAttempts(AttemptFilter.latest(id, limit));
  }

  /** Returns one page of a job's latest attempts that match, oldest first. */
  public List<Attempt> history(AttemptFilter filter) {
    return store.queries().attempts(filter);
  }

  /** Returns counts of a job's retries by status; empty if there is no such job. */
  public Optional<RetryStatistics> retryStatistics(JobId id) {
    return job(id).map(job -> RetryStatistics.of(JobRetry.of(job, wholeHistory(id))));
  }

  /** Bulk redrives of dead letters: durable, with a rate limit and a canary. */
  public Redrives redrives() {
    return redrives;
  }

  /** Retry policies that jobs, job types and queues can refer to by name. */
  public NamedPolicies policies() {
    return policies;
  }

  /** Retry policies of job types. */
  public TypePolicies typePolicies() {
    return typePolicies;
  }

  /** Schedules: recurring and one-off jobs. */
  public Schedules schedules() {
    return schedules;
  }

  /**
   * Returns the retry policy that applies to a job, and whether it comes from the job, its type,
   * its queue or the default; empty if there is no such job. The policy that a handler is
   * registered with is known only to a TaskForge that has the handler.
   *
   * @throws IllegalArgumentException if it can't be read, or its name is not known
   */
  public Optional<EffectivePolicy> effectivePolicy(JobId id) {
    return job(id).map(jobPolicies::effective);
  }

  /**
   * Returns what would happen if a job's latest or next attempt failed with that error; changes
   * nothing. Empty if there is no such job.
   *
   * @throws IllegalArgumentException if its policy can't be read, or its name is not known
   */
  public Optional<RetryRecommendation> recommendation(JobId id, ReportedError error) {
    return job(id).map(job -> jobPolicies.recommend(job, wholeHistory(id), error));
  }

  private List<Attempt> wholeHistory(JobId id) {
    return history(AttemptFilter.all(id).withoutTexts());
  }

  /** Returns totals of the store: retries, successful retries, jobs by state. */
  public StoreStats stats() {
    return store.queries().stats();
  }

  /** Claims and settles jobs for workers in other processes and languages; for a server. */
  public RemoteWorkers remoteWorkers() {
    return engine.remoteWorkers();
  }
}
