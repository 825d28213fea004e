package io.taskforge.server.api;

import io.taskforge.RetryStatistics;
import io.taskforge.TaskForge;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.store.JobPage;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Looking at jobs: one, many, and how they went. */
final class JobRoutes {
  private static final int HISTORY = 10;
  private static final int WHOLE_HISTORY = 10_000;
  private static final Field<Integer> HISTORY_LIMIT =
      Field.integer("limit", "the latest of them; 10 by default", 1, 1_000);
  private static final Field<Integer> HISTORY_CURSOR =
      Field.integer("cursor", "the last answer's next: those before it", 1, Integer.MAX_VALUE);
  private static final Schema RETRIES =
      Schema.object("Retries")
          .required("total", Schema.integer(), "those that started or were cancelled")
          .required("successful", Schema.integer(), "those that succeeded")
          .required("failed", Schema.integer(), "those that failed, or whose worker was lost")
          .required("cancelled", Schema.integer(), "those that were cancelled")
          .required(
              "items",
              Schema.list(
                  Schema.object("Retry")
                      .required("retry", Schema.integer(), "its number")
                      .required(
                          "attempt",
                          Schema.integer().orNull(),
                          "the attempt that it is; null if it was cancelled before it started")
                      .required(
                          "totalAttempts",
                          Schema.integer(),
                          "attempts since the job was enqueued, with this one if it started")
                      .required(
                          "status",
                          Schema.oneOf(
                              "scheduled", "in progress", "completed", "failed", "cancelled"),
                          "where it stands")
                      .required("runAt", Schema.time(), "when it was or is due")),
              "each retry, oldest first");

  private final TaskForge forge;

  JobRoutes(TaskForge forge) {
    this.forge = forge;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs")
            .summary("Lists jobs, newest first")
            .query(JobFilters.FIELDS)
            .answers(200, Schema.page(JobJson.SCHEMA))
            .by(this::list),
        Route.get("/api/v1/jobs/{id}")
            .summary("Shows a job as it stands")
            .at(Fields.JOB_ID)
            .answers(200, JobJson.SCHEMA)
            .problems(404)
            .by(this::show),
        Route.get("/api/v1/jobs/{id}/history")
            .summary("Shows a job's attempts, oldest first; as a table for Accept: text/plain")
            .at(Fields.JOB_ID)
            .query(HISTORY_LIMIT, HISTORY_CURSOR)
            .answers(200, Schema.page(AttemptJson.SCHEMA))
            .orText()
            .problems(404)
            .by(this::history),
        Route.get("/api/v1/jobs/{id}/retries")
            .summary("Shows the status of each of a job's retries, and their numbers")
            .at(Fields.JOB_ID)
            .answers(200, RETRIES)
            .problems(404)
            .by(this::retries));
  }

  private Reply list(Request request) {
    JobPage page = forge.jobs(JobFilters.of(request.query(), request.caller()));
    return Reply.ok(page(page));
  }

  static ObjectNode page(JobPage page) {
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    page.items().forEach(job -> items.add(JobJson.of(job)));
    json.put("next", page.next() == null ? null : page.next().toString());
    return json;
  }

  private Reply show(Request request) {
    Job job = job(request);
    return Reply.ok(JobJson.of(job, maxAttempts(job)));
  }

  /** A policy that can't be read must not keep the job from being looked at. */
  private @Nullable Integer maxAttempts(Job job) {
    try {
      OptionalInt most =
          forge
              .effectivePolicy(job.id())
              .map(policy -> job.maxAttempts(policy.policy()))
              .orElse(OptionalInt.empty());
      return most.isPresent() ? (Integer) most.getAsInt() : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private Job job(Request request) {
    return job(forge, request.caller(), request.path(Fields.JOB_ID));
  }

  /** Returns a job; another tenant's is not there. */
  static Job job(TaskForge forge, Caller caller, JobId id) {
    return forge
        .job(id)
        .filter(job -> caller.sees(job.tenant()))
        .orElseThrow(() -> Problem.notFound("job " + id).exception());
  }

  private Reply history(Request request) {
    Job job = job(request);
    int limit = request.query().get(HISTORY_LIMIT, HISTORY);
    List<Attempt> found = attempts(job, request.query().get(HISTORY_CURSOR), limit + 1);
    boolean more = found.size() > limit;
    List<Attempt> attempts = more ? found.subList(1, found.size()) : found;
    if (request.prefersText()) {
      return Reply.text(HistoryTable.of(job, attempts));
    }
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    attempts.forEach(attempt -> items.add(AttemptJson.of(attempt)));
    json.put("next", more ? Integer.toString(attempts.get(0).number().entry()) : null);
    return Reply.ok(json);
  }

  /** Returns the latest attempts, or the latest before one, oldest first. */
  private List<Attempt> attempts(Job job, @Nullable Integer before, int limit) {
    if (before == null) {
      return forge.history(job.id(), limit);
    }
    List<Attempt> earlier =
        forge.history(job.id(), WHOLE_HISTORY).stream()
            .filter(attempt -> attempt.number().entry() < before)
            .toList();
    return earlier.subList(Math.max(0, earlier.size() - limit), earlier.size());
  }

  private Reply retries(Request request) {
    Job job = job(request);
    List<Attempt> attempts = forge.history(job.id(), WHOLE_HISTORY);
    RetryStatistics statistics = RetryStatistics.of(attempts, job);
    ObjectNode json = Json.object();
    json.put("total", statistics.total());
    json.put("successful", statistics.completed());
    json.put("failed", statistics.failed());
    json.put("cancelled", statistics.cancelled());
    ArrayNode items = json.putArray("items");
    for (Attempt attempt : attempts) {
      if (RetryStatistics.isRetry(attempt)) {
        items
            .addObject()
            .put("retry", attempt.retry())
            .put("attempt", attempt.isStarted() ? (Integer) attempt.attempt() : null)
            .put("totalAttempts", attempt.totalAttempts())
            .put("status", status(attempt))
            .put("runAt", JobJson.time(attempt.scheduledAt()));
      }
    }
    if (statistics.scheduled()) {
      items
          .addObject()
          .put("retry", job.counters().failures())
          .put("attempt", job.attempt() + 1)
          .put("totalAttempts", job.totalAttempts() + 1)
          .put("status", "scheduled")
          .put("runAt", JobJson.time(job.runAt()));
    }
    return Reply.ok(json);
  }

  private static String status(Attempt attempt) {
    return switch (attempt.status()) {
      case SUCCEEDED -> "completed";
      case FAILED, LOST -> "failed";
      case CANCELLED -> "cancelled";
      case RUNNING -> "in progress";
      case INTERRUPTED, SNOOZED -> "scheduled";
    };
  }
}
