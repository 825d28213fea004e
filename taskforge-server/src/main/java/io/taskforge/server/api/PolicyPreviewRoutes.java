package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.DelayRange;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.PolicyAdvice;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.server.preview.RetryPreviewJson;
import io.taskforge.server.preview.RetryRow;
import io.taskforge.server.preview.RetryRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Validates and previews retry policies without storing them, and shows what a job's policy would
 * decide.
 */
record PolicyPreviewRoutes(TaskForge forge, PolicyLookup policies) {
  private static final int MAX_ROWS = 100;
  private static final int MAX_REQUESTED = 1_000;
  private static final int LAST_RETRY = 100_000;

  private static final String KEY = "policy";

  private static final Field<JsonNode> DRAFT =
      new Field<>(KEY, "a retry policy, or the name of one", Schema.any(), true, JsonValue::node);
  private static final Schema VERDICT =
      Schema.object("PolicyVerdict")
          .required("valid", Schema.bool(), "whether it is a valid retry policy")
          .optional("policy", PolicyFields.POLICY, "if valid: the policy with all defaults")
          .optional(
              "advice",
              Schema.list(Schema.text()),
              "if valid: what is outside the recommended ranges; not an error")
          .optional("faults", Schema.list(Problem.FAULT), "if not valid: all faults");

  private static final Field<PolicyChoice> POLICY =
      new Field<>(
          KEY,
          "a retry policy, or the name of one",
          PolicyFields.POLICY_OR_NAME,
          true,
          PolicyFields::read);
  private static final Field<List<Integer>> RETRIES =
      Field.list(
          "retries",
          "the retries to show, by number; the policy's own, at most %d, if not given"
              .formatted(MAX_ROWS),
          Schema.integer(1, LAST_RETRY),
          MAX_REQUESTED,
          Field.integer("retry", "", 1, LAST_RETRY).reader());
  private static final Schema PREVIEW =
      Schema.object("PolicyPreview")
          .required("policy", PolicyFields.POLICY, "the policy with all defaults")
          .required(
              "retries",
              Schema.list(RetryPreviewJson.ROW),
              "the retries, in the order of the request");

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
              advice.reason() == null ? null : advice.reason().text(),
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

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/policies/validate", "validatePolicy")
            .summary("Validates a retry policy and reports all faults")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .takes(
                Shape.of("PolicyDraft", DRAFT)
                    .example(
                        """
                        {"policy": {"maxRetries": 5, "backoff": {"strategy": "fixed", "delay": "30s"}}}
                        """))
            .answers(200, VERDICT)
            .by(this::validate),
        Route.post("/api/v1/policies/preview", "previewPolicy")
            .summary("Previews the delays of a retry policy")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .takes(
                Shape.of("NewPolicyPreview", POLICY, RETRIES)
                    .example("{\"policy\": \"patient\", \"retries\": [1, 2, 3]}"))
            .answers(200, PREVIEW)
            .by(this::preview),
        Route.get("/api/v1/jobs/{id}/recommendation", "recommendRetry")
            .summary(
                "Shows what would follow if a job failed with a given error type, HTTP status or both")
            .at(Fields.JOB_ID)
            .query(Fields.ERROR_TYPE, Fields.STATUS_CODE)
            .answers(200, RECOMMENDATION)
            .problems(409)
            .by(this::recommend));
  }

  private Reply validate(Request request) {
    List<Fault> faults = new ArrayList<>();
    JsonValue draft = new JsonValue(KEY, request.body().required(DRAFT), true, null, faults);
    PolicyChoice choice = PolicyFields.read(draft);
    Optional<RetryPolicy> policy =
        choice == null ? Optional.empty() : policies.resolve(choice, KEY, faults);
    ObjectNode json = Json.object().put("valid", policy.isPresent());
    policy.ifPresentOrElse(
        valid -> {
          json.putRawValue(KEY, new RawValue(RetryPolicyJson.standard().write(valid)));
          ArrayNode advice = json.putArray("advice");
          PolicyAdvice.on(valid).forEach(advice::add);
        },
        () -> json.putArray("faults").addAll(Problem.faults(faults)));
    return Reply.ok(json);
  }

  private Reply preview(Request request) {
    List<Fault> faults = new ArrayList<>();
    Optional<RetryPolicy> policy =
        policies.resolve(request.body().required(POLICY), POLICY.name(), faults);
    if (policy.isEmpty()) {
      throw Problem.invalid(faults);
    }
    List<Integer> asked = request.body().get(RETRIES);
    List<RetryRow> rows =
        asked == null ? RetryRows.first(policy.get(), MAX_ROWS) : RetryRows.of(policy.get(), asked);
    return Reply.ok(RetryPreviewJson.of(policy.get(), rows));
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
