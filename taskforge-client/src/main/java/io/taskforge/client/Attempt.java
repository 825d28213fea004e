package io.taskforge.client;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Counters;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.json.strict.Json;
import io.taskforge.text.DurationText;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A claimed job: what the server said of it, the thread of its handler, and what it logged. */
final class Attempt implements JobContext {
  private static final int MAX_LINES = 100;

  /** Why a handler's thread was interrupted; the first reason counts. */
  enum Stop {
    TIMEOUT,
    CANCELLED,
    LEASE_LOST,
    SHUTDOWN
  }

  private final JsonNode job;
  private final HttpApi api;
  private final LongSupplier ticker;
  private final long claimedTick;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final List<String> log = new ArrayList<>(0); // guarded by this
  private int linesLeftOut; // guarded by this
  private @Nullable Double progress; // guarded by this
  private @Nullable Thread thread; // guarded by this
  private @Nullable Stop stop; // guarded by this
  private boolean started; // guarded by this
  private long startedTick; // guarded by this
  private long stopTick; // guarded by this

  Attempt(JsonNode job, HttpApi api, LongSupplier ticker) {
    this.job = job;
    this.api = api;
    this.ticker = ticker;
    this.claimedTick = ticker.getAsLong();
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

  /** Begins on the current thread; false if the job was stopped before. */
  synchronized boolean begin() {
    if (stop != null || settled.get()) {
      return false;
    }
    started = true;
    startedTick = ticker.getAsLong();
    thread = Thread.currentThread();
    return true;
  }

  /** Ends on the current thread and clears an interrupt that was meant for the handler. */
  synchronized void end() {
    thread = null;
    boolean ignored = Thread.interrupted();
  }

  /** Interrupts the handler; the first reason is kept. */
  synchronized void stop(Stop reason) {
    if (stop == null) {
      stop = reason;
      stopTick = ticker.getAsLong();
      if (thread != null) {
        thread.interrupt();
      }
    }
  }

  synchronized @Nullable Stop stopReason() {
    return stop;
  }

  synchronized boolean hasStarted() {
    return started;
  }

  synchronized boolean isOverdue() {
    return thread != null && hasPassed(timeout(), startedTick);
  }

  /** Whether the handler was asked to stop that long ago and still runs. */
  synchronized boolean ignoresStop(Duration grace) {
    return stop != null && thread != null && hasPassed(grace, stopTick);
  }

  /** Whether the lease may have expired, if it was last extended at {@code tick}. */
  boolean mayHaveLostLease(Duration lease, long tick) {
    return hasPassed(lease, tick) && hasPassed(lease, claimedTick);
  }

  private boolean hasPassed(Duration limit, long since) {
    return Duration.ofNanos(ticker.getAsLong() - since).compareTo(limit) >= 0;
  }

  /** Claims the right to settle this job; true once only. */
  boolean settleOnce() {
    return settled.compareAndSet(false, true);
  }

  boolean isSettled() {
    return settled.get();
  }

  /** Returns a result for the server, with the log and the progress. */
  synchronized ObjectNode result(ObjectNode outcome) {
    outcome.put("token", token());
    if (!log.isEmpty()) {
      List<String> lines = new ArrayList<>(log);
      if (linesLeftOut > 0) {
        lines.add("… " + linesLeftOut + " more lines were not kept");
      }
      outcome.set("log", Json.of(lines));
    }
    return progress == null ? outcome : outcome.put("progress", progress);
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
    return TraceContext.ofHeaders(
        job.path(TraceContext.TRACEPARENT_HEADER).asString(null),
        job.path(TraceContext.TRACESTATE_HEADER).asString(null));
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
  public synchronized void progress(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("progress must be from 0 to 1 but was " + share);
    }
    progress = share;
  }

  @Override
  public synchronized void log(String line) {
    if (log.size() < MAX_LINES) {
      log.add(line);
    } else {
      linesLeftOut++;
    }
  }

  @Override
  public void completeIn(Connection transaction) {
    throw new IllegalStateException(
        "completeIn needs a job store in a database, and this worker has a connection to a server");
  }
}
