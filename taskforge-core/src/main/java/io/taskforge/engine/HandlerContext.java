package io.taskforge.engine;

import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.LeaseLostException;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JdbcTransactions;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The context of one attempt, for its handler. */
final class HandlerContext implements JobContext {
  private final RunningJob running;
  private final ClaimedJob job;
  private final JobStore store;
  private final EngineConfig config;
  private final @Nullable TraceContext trace;

  HandlerContext(
      RunningJob running, JobStore store, EngineConfig config, @Nullable TraceContext trace) {
    this.running = running;
    this.job = running.job;
    this.store = store;
    this.config = config;
    this.trace = trace;
  }

  @Override
  public JobId jobId() {
    return job.id();
  }

  @Override
  public QueueName queue() {
    return job.queue();
  }

  @Override
  public JobTypeName type() {
    return job.type();
  }

  @Override
  public TenantId tenant() {
    return job.tenant();
  }

  @Override
  public int attempt() {
    return job.attempt();
  }

  @Override
  public int totalAttempts() {
    return job.number().total();
  }

  @Override
  public Counters counters() {
    return job.counters();
  }

  @Override
  public String idempotencyKey() {
    return job.idempotencyKey() == null ? job.id().toString() : job.idempotencyKey().value();
  }

  @Override
  public long fencingToken() {
    return job.lease().token();
  }

  @Override
  public Optional<TraceContext> trace() {
    return Optional.ofNullable(trace);
  }

  @Override
  public Optional<JobError> lastFailure() {
    return store.queries().job(job.id()).map(Job::lastError);
  }

  @Override
  public boolean isCancelled() {
    return running.stopReason() == HandlerRun.Stop.CANCELLED;
  }

  @Override
  public boolean isLeaseLost() {
    return running.stopReason() == HandlerRun.Stop.LEASE_LOST;
  }

  @Override
  public void progress(double share) {
    running.reached(share);
  }

  @Override
  public void log(String line) {
    running.addLine(line);
  }

  @Override
  public void completeIn(Connection transaction) {
    if (!(store instanceof JdbcTransactions database)) {
      throw new IllegalStateException(
          "completeIn needs a job store in a database, and this one is "
              + store.getClass().getSimpleName());
    }
    if (running.isSettled()) {
      throw new LeaseLostException(job.id());
    }
    CommitResult result =
        database.commit(
            transaction,
            new Settlement(job, config.worker(), running.run(), AttemptRules.succeeded(job, null)));
    if (result == CommitResult.LEASE_LOST) {
      throw new LeaseLostException(job.id());
    }
    running.completedInTransaction();
  }
}
