package io.taskforge.server.httpjob;

import io.taskforge.job.Counters;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A context for one attempt of a job that is in no store; records what the handler logs. */
final class RecordingContext implements JobContext {
  static final JobId ID = JobId.parse("01890000-0000-7000-8000-000000000001");

  final List<String> lines = new ArrayList<>();
  private final int attempt;
  private final String key;
  private final @Nullable TraceContext trace;

  RecordingContext(int attempt, String key) {
    this(attempt, key, null);
  }

  RecordingContext(int attempt, String key, @Nullable TraceContext trace) {
    this.trace = trace;
    this.attempt = attempt;
    this.key = key;
  }

  @Override
  public JobId jobId() {
    return ID;
  }

  @Override
  public QueueName queue() {
    return new QueueName("default");
  }

  @Override
  public JobTypeName type() {
    return HttpJobHandler.TYPE;
  }

  @Override
  public TenantId tenant() {
    return new TenantId("default");
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public int totalAttempts() {
    return attempt;
  }

  @Override
  public Optional<TraceContext> trace() {
    return Optional.ofNullable(trace);
  }

  @Override
  public Counters counters() {
    throw new UnsupportedOperationException("not needed here");
  }

  @Override
  public String idempotencyKey() {
    return key;
  }

  @Override
  public long fencingToken() {
    return attempt;
  }

  @Override
  public Optional<JobError> lastFailure() {
    return Optional.empty();
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public boolean isLeaseLost() {
    return false;
  }

  @Override
  public void progress(double share) {}

  @Override
  public void log(String line) {
    lines.add(line);
  }

  @Override
  public void completeIn(Connection transaction) {
    throw new UnsupportedOperationException("not needed here");
  }
}
