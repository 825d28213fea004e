package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.retry.DelayRange;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.View;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what a job's retry policy would decide after a given failure. */
final class RecommendationRoutes {
  private record Shown(
      RetryRecommendation advice,
      @Nullable DelayRange delay,
      @Nullable String reason,
      EffectivePolicy.Origin origin) {
    static Shown of(Job job, RetryRecommendation advice, EffectivePolicy.Origin origin) {
      return job.state().isFinal()
          ? new Shown(advice, null, "the job has ended: it is " + job.state(), origin)
          : new Shown(
              advice,
              advice.delay(),
              advice.giveUpReason().map(GiveUpReason::text).orElse(null),
              origin);
    }
  }

  private static final View<DelayRange> DELAY =
      View.<DelayRange>of("NextDelay")
          .integer("minMs", d -> d.min().toMillis(), "the shortest, in milliseconds")
          .integer("maxMs", d -> d.max().toMillis(), "the longest, in milliseconds");
  private static final View<Shown> RECOMMENDATION =
      View.<Shown>of("Recommendation")
          .bool(
              "shouldRetry",
              s -> s.reason == null && s.advice.shouldRetry(),
              "whether it would be retried")
          .bool(
              "maxAttemptsReached",
              s -> s.advice.maxAttemptsReached(),
              "whether no retries are left")
          .integer(
              "nextAttempt", s -> s.advice.nextAttempt(), "the number of the next attempt, from 1")
          .objectOrNull(
              "nextDelay", Shown::delay, DELAY, "the delay before it; null if there is no retry")
          .textOrNull("reason", Shown::reason, "why there is no retry; null if there is one")
          .word(
              "policyOrigin",
              Shown::origin,
              EffectivePolicy.Origin.class,
              "where the policy comes from");

  private final TaskForge forge;

  RecommendationRoutes(TaskForge forge) {
    this.forge = forge;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/jobs/{id}/recommendation", "recommendRetry")
            .summary(
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
      return Reply.ok(RECOMMENDATION.json(Shown.of(job, advice, policy.origin())));
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
}
