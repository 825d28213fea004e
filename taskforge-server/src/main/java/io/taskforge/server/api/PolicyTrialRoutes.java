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

  private static final String KEY = "policy";

  /**
   * What may be a policy.
   *
   * @param at where it stands in the body, with a dot at its end; empty if it is the body
   */
  private record Draft(JsonNode node, String at) {}

  private static final Field<Draft> WHOLE_DRAFT =
      new Field<>(KEY, "what may be a policy", Schema.any(), true, node -> new Draft(node, ""));
  private static final Field<Draft> DRAFT =
      new Field<>(
          KEY,
          "what may be a policy, or its name",
          Schema.any(),
          true,
          node -> new Draft(node, KEY + "."));
  private static final Schema VERDICT =
      Schema.object("PolicyVerdict")
          .required("valid", Schema.bool(), "whether it is a policy")
          .optional("policy", PolicyFields.POLICY, "if it is: every key written out")
          .optional("faults", Schema.list(Problem.faultSchema()), "if not: all that is wrong");

  private static final Field<PolicyChoice> POLICY =
      new Field<>(
          KEY,
          "a policy written out, or the name of one",
          Schema.anyOf(Schema.text(), PolicyFields.POLICY),
          true,
          PolicyFields::read);
  private static final Field<PolicyChoice> WHOLE_POLICY =
      new Field<>(
          KEY, "a policy written out", PolicyFields.POLICY, true, PolicyTrialRoutes::writtenOut);
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
            .summary(
                "Says whether something, or what policy has, is a policy; if not, all that is wrong")
            .takes(Shape.whole(WHOLE_DRAFT))
            .orTakes(KEY, Shape.of("PolicyDraft", DRAFT, RETRIES))
            .answers(200, VERDICT)
            .by(this::validate),
        Route.post("/api/v1/policies/preview")
            .unaudited("nothing is stored")
            .access(Access.own(Scope.READ))
            .summary(
                "Shows when a policy, the body or what policy has, would retry: delays, jitter, sums")
            .takes(Shape.whole(WHOLE_POLICY))
            .orTakes(KEY, Shape.of("NewPolicyPreview", POLICY, RETRIES))
            .answers(200, PREVIEW)
            .by(this::preview));
  }

  private static PolicyChoice writtenOut(JsonNode node) {
    return new PolicyChoice.Inline(PolicyFields.WRITTEN_OUT.reader().read(node));
  }

  private Reply validate(Request request) {
    List<Fault> faults = new ArrayList<>();
    Optional<RetryPolicy> policy = read(request.body().need(DRAFT), faults);
    ObjectNode json = Json.object().put("valid", policy.isPresent());
    policy.ifPresentOrElse(
        valid -> json.putRawValue(KEY, new RawValue(RetryPolicyJson.standard().write(valid))),
        () -> json.set("faults", Problem.json(faults)));
    return Reply.ok(json);
  }

  /** Returns the policy that a draft is or names; empty, with all that is wrong, if it is none. */
  private Optional<RetryPolicy> read(Draft draft, List<Fault> faults) {
    JsonNode node = draft.node();
    try {
      return node.isString() && !draft.at().isEmpty()
          ? policies.resolve(RetryPolicyJson.standard().readChoice(Json.write(node)), KEY, faults)
          : Optional.of(RetryPolicyJson.standard().read(Json.write(node)));
    } catch (InvalidPolicyException e) {
      // One of the whole is named policy already.
      String at = node.isObject() ? draft.at() : "";
      e.faults().forEach(each -> faults.add(new Fault(at + each.key(), each.value(), each.rule())));
      return Optional.empty();
    }
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
