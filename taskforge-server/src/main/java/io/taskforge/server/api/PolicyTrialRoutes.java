package io.taskforge.server.api;

import io.taskforge.NamedPolicies;
import io.taskforge.retry.Fault;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryPolicyJson;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
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
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Trying a policy out before it is used; nothing is stored. */
final class PolicyTrialRoutes {
  private static final int MOST_ROWS = 100;
  private static final int MOST_ASKED = 1_000;
  private static final int LAST_RETRY = 100_000;

  private static final Field<JsonNode> DRAFT =
      new Field<>("policy", "what may be a policy", Schema.any(), true, node -> node);
  private static final Schema VERDICT =
      Schema.object("PolicyVerdict")
          .required("valid", Schema.bool(), "whether it is a policy")
          .optional("policy", PolicyFields.POLICY, "if it is: every key written out")
          .optional("faults", Schema.list(Problem.faultSchema()), "if not: all that is wrong");

  private static final Field<PolicyChoice> POLICY =
      new Field<>(
          "policy",
          "a policy written out, or the name of one",
          Schema.anyOf(Schema.text(), PolicyFields.POLICY),
          true,
          PolicyFields::read);
  private static final Field<List<Integer>> RETRIES =
      new Field<>(
          "retries",
          "how many, from the first on, or a list of their numbers; they may lie beyond"
              + " maxRetries; the policy's own if not given, at most "
              + MOST_ROWS,
          Schema.anyOf(Schema.integer(1, MOST_ASKED), Schema.list(Schema.integer(1, LAST_RETRY))),
          false,
          PolicyTrialRoutes::retries);
  private static final Schema PREVIEW =
      Schema.object("PolicyPreview")
          .required("policy", PolicyFields.POLICY, "the policy, every key written out")
          .required(
              "retries",
              Schema.list(
                  Schema.object("PreviewedRetry")
                      .required("retry", Schema.integer(), "its number; attempt 2 is retry 1")
                      .required("baseMs", Schema.number(), "the delay before jitter, capped")
                      .required("minMs", Schema.number(), "the shortest delay")
                      .required("maxMs", Schema.number(), "the longest delay")
                      .required(
                          "cumulativeMinMs",
                          Schema.number().orNull(),
                          "all delays up to it, if each is the shortest")
                      .required(
                          "cumulativeMaxMs",
                          Schema.number().orNull(),
                          "all delays up to it, if each is the longest")
                      .required(
                          "cumulativeExpectedMs",
                          Schema.number().orNull(),
                          "their mean; null where it follows from delays picked before")
                      .required(
                          "beyondMaxRetries", Schema.bool(), "whether it would never be run")),
              "in the order that was asked for");

  private final KnownPolicies policies;

  PolicyTrialRoutes(NamedPolicies policies) {
    this.policies = new KnownPolicies(policies);
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/policies/validate")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .summary("Says whether something is a policy, and if not, all that is wrong with it")
            .takes(Shape.whole(DRAFT))
            .answers(200, VERDICT)
            .by(PolicyTrialRoutes::validate),
        Route.post("/api/v1/policies/preview")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .summary("Shows when a policy would retry: delays, what jitter makes of them, sums")
            .takes(Shape.of("NewPolicyPreview", POLICY, RETRIES))
            .answers(200, PREVIEW)
            .by(this::preview));
  }

  private static Reply validate(Request request) {
    ObjectNode json = Json.object();
    try {
      RetryPolicyJson form = RetryPolicyJson.standard();
      RetryPolicy policy = form.read(Json.write(request.body().need(DRAFT)));
      json.put("valid", true).putRawValue("policy", new RawValue(form.write(policy)));
    } catch (InvalidPolicyException e) {
      json.put("valid", false).set("faults", Problem.json(e.faults()));
    }
    return Reply.ok(json);
  }

  private Reply preview(Request request) {
    List<Fault> faults = new ArrayList<>();
    Optional<RetryPolicy> policy =
        policies.resolve(request.body().need(POLICY), POLICY.name(), faults);
    if (policy.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
    List<Integer> asked = request.body().get(RETRIES);
    List<RetryRow> rows =
        asked == null
            ? RetryRows.first(policy.get(), MOST_ROWS)
            : RetryRows.of(policy.get(), asked);
    return Reply.ok(RetryPreviewJson.of(policy.get(), rows));
  }

  private static List<Integer> retries(JsonNode node) {
    if (node.isArray() && node.size() <= MOST_ASKED) {
      return node.valueStream().map(number -> number(number, LAST_RETRY)).toList();
    }
    return IntStream.rangeClosed(1, number(node, MOST_ASKED)).boxed().toList();
  }

  private static int number(JsonNode node, int most) {
    int number = node.isIntegralNumber() && node.canConvertToInt() ? node.intValue() : 0;
    if (number < 1 || number > most) {
      throw new IllegalArgumentException(
          "must be a number from 1 to %d, or a list of at most %d numbers from 1 to %d"
              .formatted(MOST_ASKED, MOST_ASKED, LAST_RETRY));
    }
    return number;
  }
}
