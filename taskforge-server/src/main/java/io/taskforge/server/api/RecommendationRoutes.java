package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.DelayRange;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Shows what a job's retry policy would decide after a given failure. */
final class RecommendationRoutes {
  private static final Schema RECOMMENDATION =
      Schema.object("Recommendation")
          .required("shouldRetry", Schema.bool(), "whether it would be retried")
          .required("maxAttemptsReached", Schema.bool(), "whether no retries are left")
          .required("nextAttempt", Schema.integer(), "the number of the next attempt, from 1")
          .required(
              "nextDelay",
              Schema.object("NextDelay")
                  .required("minMs", Schema.integer(), "the shortest, in milliseconds")
                  .required("maxMs", Schema.integer(), "the longest, in milliseconds")
                  .orNull(),
              "the delay before it; null if there is no retry")
          .required("reason", Schema.text().orNull(), "why there is no retry; null if there is one")
          .required(
              "policyOrigin",
              Schema.oneOf((Object[]) EffectivePolicy.Origin.values()),
              "where the policy comes from");

  private final TaskForge forge;

  RecommendationRoutes(TaskForge forge) {
    this.forge = forge;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/jobs/{id}/recommendation",
                "recommendRetry",
                "Shows what would follow if a job failed with a given error type, HTTP status or both")
            .at(Fields.JOB_ID)
            .query(Fields.ERROR_TYPE, Fields.STATUS_CODE)
            .answers(200, RECOMMENDATION)
            .problems(409)
            .by(this::recommend));
  }

  private Reply recommend(Request request) {
    Job job = JobRoutes.job(forge, request.caller(), request.path(Fields.JOB_ID));
    JobId id = job.id();
    try {
      EffectivePolicy policy = forge.effectivePolicy(id).orElseThrow(() -> none(id));
      RetryRecommendation advice =
          forge.recommendation(id, error(request.query())).orElseThrow(() -> none(id));
      ObjectNode json = shown(advice, policy.origin());
      if (job.state().isFinal()) {
        json.put("shouldRetry", false);
        json.putNull("nextDelay");
        json.put("reason", "the job has ended: it is " + job.state());
      }
      return Reply.ok(json);
    } catch (IllegalArgumentException e) {
      throw Problem.conflict(
          "the policy of job %s cannot be read: %s".formatted(id, e.getMessage()));
    }
  }

  private static ReportedError error(FieldValues query) {
    ErrorType type = query.get(Fields.ERROR_TYPE);
    Integer status = query.get(Fields.STATUS_CODE);
    if (type != null) {
      return new ReportedError(type, status, null);
    }
    if (status != null) {
      return ReportedError.ofStatus(status);
    }
    throw Problem.invalid(Fields.ERROR_TYPE.name(), "nothing", "is required without statusCode");
  }

  private static Problem none(JobId id) {
    return Problem.notFound("job " + id);
  }

  private static ObjectNode shown(RetryRecommendation advice, EffectivePolicy.Origin origin) {
    ObjectNode json = Json.object();
    json.put("shouldRetry", advice.shouldRetry());
    json.put("maxAttemptsReached", advice.maxAttemptsReached());
    json.put("nextAttempt", advice.nextAttempt());
    DelayRange delay = advice.delay();
    if (delay == null) {
      json.putNull("nextDelay");
    } else {
      json.putObject("nextDelay")
          .put("minMs", delay.min().toMillis())
          .put("maxMs", delay.max().toMillis());
    }
    json.put("reason", advice.giveUpReason().map(GiveUpReason::text).orElse(null));
    json.put("policyOrigin", origin.name());
    return json;
  }
}
