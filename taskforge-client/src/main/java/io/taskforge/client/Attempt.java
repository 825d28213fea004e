package io.taskforge.client;

import io.taskforge.engine.HandlerRun;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Counters;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.json.strict.Json;
import io.taskforge.text.DurationText;
import io.taskforge.trace.TracedAttempt;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A claimed job as returned by the server, and the run of its handler. */
final class Attempt extends HandlerRun implements JobContext {
  private final JsonNode job;
  private final HttpApi api;
  private @Nullable TraceContext trace; // set before the handler runs, by its thread

  Attempt(JsonNode job, HttpApi api, LongSupplier ticker) {
    super(ticker);
    this.job = job;
    this.api = api;
    this.trace =
        TraceContext.ofHeaders(
                job.path(TraceContext.TRACEPARENT_HEADER).asString(null),
                job.path(TraceContext.TRACESTATE_HEADER).asString(null))
            .orElse(null);
  }

  /** This attempt as its span describes it. */
  TracedAttempt traced() {
    return new TracedAttempt(new JobIdentity(jobId(), queue(), type(), tenant()), attempt(), trace);
  }

  /** Sets the context for calls that the handler makes. */
  void trace(@Nullable TraceContext ofSpan) {
    trace = ofSpan;
  }

  String token() {
    return job.path("token").asString();
  }

  /** The payload, as JSON. */
  String payload() {
    return Json.write(job.path("payload"));
  }

  Duration timeout() {
    return DurationText.parse(job.path("timeout").asString());
  }

  /** Returns a result for the server, with the log and the progress. */
  ObjectNode result(ObjectNode outcome) {
    outcome.put("token", token());
    List<String> lines = lines();
    if (!lines.isEmpty()) {
      outcome.set("log", Json.of(lines));
    }
    Double reached = progress();
    return reached == null ? outcome : outcome.put("progress", reached);
  }

  Map<String, String> logContext() {
    return Map.of(
        "jobId", jobId().toString(), "tenantId", tenant().value(), "type", type().value());
  }

  @Override
  public JobId jobId() {
    return JobId.parse(job.path("id").asString());
  }

  @Override
  public QueueName queue() {
    return new QueueName(job.path("queue").asString());
  }

  @Override
  public JobTypeName type() {
    return new JobTypeName(job.path("type").asString());
  }

  @Override
  public TenantId tenant() {
    return new TenantId(job.path("tenant").asString());
  }

  @Override
  public int attempt() {
    return job.path("attempt").asInt();
  }

  @Override
  public int totalAttempts() {
    return job.path("totalAttempts").asInt();
  }

  @Override
  public Counters counters() {
    return new Counters(
        job.path("failures").asInt(),
        job.path("lostLeases").asInt(),
        job.path("interruptions").asInt());
  }

  @Override
  public String idempotencyKey() {
    return job.path("idempotencyKey").asString();
  }

  @Override
  public long fencingToken() {
    return job.path("fencingToken").asLong();
  }

  @Override
  public Optional<TraceContext> trace() {
    return Optional.ofNullable(trace);
  }

  /** Asks the server. */
  @Override
  public Optional<JobError> lastFailure() {
    JsonNode error =
        Json.read(api.send("GET", "/jobs/" + jobId(), null, Map.of()).body()).path("lastError");
    return error.isObject()
        ? Optional.of(
            new JobError(
                error.path("type").asString(),
                FailureKind.valueOf(error.path("kind").asString()),
                error.path("message").asString("")))
        : Optional.empty();
  }

  @Override
  public boolean isCancelled() {
    return stopReason() == Stop.CANCELLED;
  }

  @Override
  public boolean isLeaseLost() {
    return stopReason() == Stop.LEASE_LOST;
  }

  @Override
  public void progress(double share) {
    reached(share);
  }

  @Override
  public void log(String line) {
    addLine(line);
  }

  @Override
  public void completeIn(Connection transaction) {
    throw new IllegalStateException(
        "completeIn needs a job store in a database, and this worker has a connection to a server");
  }
}
