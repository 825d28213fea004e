package io.taskforge.server.api;

import io.taskforge.NamedPolicies;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.retry.PolicyAdvice;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.preview.RetryPreviewJson;
import io.taskforge.server.preview.RetryRow;
import io.taskforge.server.preview.RetryRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Validates and previews retry policies without storing them. */
final class PolicyPreviewRoutes {
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
              Schema.list(
                  Schema.object("PreviewedRetry")
                      .required(
                          "retry",
                          Schema.integer(),
                          "the number of the retry; retry 1 is attempt 2")
                      .required("baseMs", Schema.number(), "the delay before jitter, capped")
                      .required("minMs", Schema.number(), "the shortest delay")
                      .required("maxMs", Schema.number(), "the longest delay")
                      .required(
                          "cumulativeMinMs",
                          Schema.number().orNull(),
                          "the sum of the delays so far, if each is the shortest")
                      .required(
                          "cumulativeMaxMs",
                          Schema.number().orNull(),
                          "the sum of the delays so far, if each is the longest")
                      .required(
                          "cumulativeExpectedMs",
                          Schema.number().orNull(),
                          "the mean delay; null if it depends on earlier delays")
                      .required(
                          "beyondMaxRetries",
                          Schema.bool(),
                          "whether the policy gives up before this retry")),
              "the retries, in the order of the request");

  private final PolicyLookup policies;

  PolicyPreviewRoutes(NamedPolicies policies) {
    this.policies = new PolicyLookup(policies);
  }

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
            .by(this::preview));
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
}
