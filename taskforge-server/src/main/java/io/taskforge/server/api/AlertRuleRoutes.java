package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.alert.AlertRule;
import io.taskforge.server.alert.AlertRules;
import io.taskforge.server.alert.RuleOverride;
import io.taskforge.server.alert.RuleOverrideStore;
import io.taskforge.server.alert.RuleOverrides;
import io.taskforge.server.alert.RuleSettings;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Configures alert rules, for all queues or for one. */
final class AlertRuleRoutes {
  private static final String PATH = "/api/v1/alert-rules";
  // Each window costs one more query per evaluation.
  private static final List<Duration> WINDOWS =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30),
          Duration.ofHours(1));
  private static final Field<AlertRule> NAME =
      Field.text("name", "the rule's name", AlertRuleRoutes::rule);
  private static final Field<QueueName> QUEUE =
      Field.text("queue", "the queue; all queues if not given", QueueName::new);
  private static final Field<Boolean> ENABLED =
      Field.bool("enabled", "whether the rule raises alerts");
  private static final Field<Double> THRESHOLD =
      Field.number("threshold", "the highest value without an alert, in the rule's unit", 0, 1e9);
  private static final Field<Duration> HOLD =
      Field.duration(
          "for",
          "how long the value must exceed the threshold; 0s for immediately",
          Duration.ZERO,
          Duration.ofDays(7));
  private static final Field<Duration> WINDOW =
      Field.text(
          "window",
          "the period over which jobs are counted: 1m, 5m, 15m, 30m or 1h",
          AlertRuleRoutes::window);
  private static final Field<Integer> MINIMUM =
      Field.integer("minimum", "the rule is not evaluated with fewer jobs", 1, 1_000_000_000);
  private static final Schema RULE =
      Schema.object("AlertRule")
          .required("name", Schema.text(), "the rule's name")
          .required(
              "queue",
              Schema.text().orNull(),
              "the queue of the override; null for all other queues")
          .required("meaning", Schema.text(), "when it raises an alert")
          .required("severity", Schema.oneOf("warning", "critical"), "the severity of its alerts")
          .required("isDefault", Schema.bool(), "whether it has its default settings")
          .required("enabled", Schema.bool(), "whether it raises alerts")
          .required("threshold", Schema.number(), "the highest value without an alert")
          .required("unit", Schema.text(), "the unit of the threshold")
          .required("for", Schema.duration(), "how long the value must exceed the threshold")
          .required(
              "window",
              Schema.duration().orNull(),
              "the period over which jobs are counted; null if the rule counts none")
          .required(
              "minimum",
              Schema.integer().orNull(),
              "the rule is not evaluated with fewer jobs; null if it counts none")
          .required(
              "version",
              Schema.integer().orNull(),
              "increases with each change; null without changes");

  private final RuleOverrideStore rules;

  AlertRuleRoutes(RuleOverrideStore rules) {
    this.rules = rules;
  }

  private static AlertRule rule(String text) {
    return AlertRules.named(text)
        .orElseThrow(() -> new IllegalArgumentException("must be a rule's name"));
  }

  private static Duration window(String text) {
    Duration window = DurationText.parse(text);
    if (!WINDOWS.contains(window)) {
      throw new IllegalArgumentException("must be 1m, 5m, 15m, 30m or 1h");
    }
    return window;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                PATH,
                "listAlertRules",
                "Lists alert rules, each followed by its overrides for single queues")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(RULE))
            .by(request -> Reply.ok(list())),
        Route.get(
                PATH + "/{name}", "getAlertRule", "Shows an alert rule for all queues, or for one")
            .access(Access.shared(Scope.READ))
            .at(NAME)
            .query(QUEUE)
            .answers(200, RULE)
            .by(this::get),
        Route.put(
                PATH + "/{name}",
                "putAlertRule",
                "Changes an alert rule for all queues, or for one; missing fields have defaults")
            .audited("alert-rule.update")
            .access(Access.shared(Scope.ADMIN))
            .at(NAME)
            .query(QUEUE)
            .takes(Shape.of("AlertRuleChange", ENABLED, THRESHOLD, HOLD, WINDOW, MINIMUM))
            .answers(200, RULE)
            .answers(201, RULE)
            .problems(409, 412)
            .by(this::put),
        Route.delete(
                PATH + "/{name}",
                "resetAlertRule",
                "Resets an alert rule to its defaults, for all queues or for one")
            .audited("alert-rule.delete")
            .access(Access.shared(Scope.ADMIN))
            .at(NAME)
            .query(QUEUE)
            .answers(204)
            .problems(412)
            .by(this::delete));
  }

  private ObjectNode list() {
    RuleOverrides overrides = rules.read();
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    for (AlertRule rule : AlertRules.all()) {
      items.add(shown(overrides, rule, null));
      overrides.all().stream()
          .filter(change -> change.rule().equals(rule.name()) && change.queue() != null)
          .forEach(change -> items.add(shown(overrides, rule, change.queue())));
    }
    json.putNull("next");
    return json;
  }

  private Reply get(Request request) {
    return reply(200, rules.read(), request.path(NAME), request.query().get(QUEUE));
  }

  private Reply put(Request request) {
    AlertRule rule = request.path(NAME);
    QueueName queue = request.query().get(QUEUE);
    RuleOverride wanted = change(rule, request.body());
    request.audit().fact("queue", queue).fact("enabled", wanted.enabled());
    request.audit().fact("threshold", wanted.threshold());
    Precondition condition = request.precondition();
    while (true) {
      RuleOverrides overrides = rules.read();
      Optional<RuleOverrides.Stored> before = overrides.find(rule, queue);
      long version = before.map(RuleOverrides.Stored::version).orElse(0L);
      condition.check(what(rule, queue), version);
      if (before.isEmpty() && overrides.all().size() >= RuleOverrideStore.MAX) {
        throw Problem.conflict(
            "the limit of %d changed rules is reached".formatted(RuleOverrideStore.MAX));
      }
      boolean same = before.filter(known -> known.override().equals(wanted)).isPresent();
      if (same || rules.put(rule, queue, wanted, version).isPresent()) {
        return reply(before.isPresent() ? 200 : 201, rules.read(), rule, queue);
      }
    }
  }

  private static RuleOverride change(AlertRule rule, FieldValues body) {
    List<Fault> faults = new ArrayList<>();
    rejectUnsupported(faults, rule, body, WINDOW, rule.defaults().window() == null);
    rejectUnsupported(faults, rule, body, MINIMUM, rule.defaults().minimum() == null);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new RuleOverride(
        body.get(ENABLED),
        body.get(THRESHOLD),
        body.get(HOLD),
        body.get(WINDOW),
        body.get(MINIMUM));
  }

  private static void rejectUnsupported(
      List<Fault> faults, AlertRule rule, FieldValues body, Field<?> field, boolean unknown) {
    if (unknown && body.has(field)) {
      faults.add(
          new Fault(field.name(), "this", "rule %s has no such setting".formatted(rule.name())));
    }
  }

  private Reply delete(Request request) {
    AlertRule rule = request.path(NAME);
    QueueName queue = request.query().get(QUEUE);
    request.audit().fact("queue", queue);
    Precondition condition = request.precondition();
    while (true) {
      RuleOverrides.Stored before =
          rules
              .read()
              .find(rule, queue)
              .orElseThrow(() -> Problem.notFound("change of " + what(rule, queue)));
      condition.check(what(rule, queue), before.version());
      if (rules.delete(rule, queue, before.version())) {
        return Reply.nothing();
      }
    }
  }

  private static String what(AlertRule rule, @Nullable QueueName queue) {
    return "rule " + rule.name() + (queue == null ? "" : " in queue " + queue);
  }

  private static Reply reply(
      int status, RuleOverrides overrides, AlertRule rule, @Nullable QueueName queue) {
    Reply reply = Reply.json(status, shown(overrides, rule, queue));
    return overrides.find(rule, queue).map(change -> reply.version(change.version())).orElse(reply);
  }

  private static ObjectNode shown(
      RuleOverrides overrides, AlertRule rule, @Nullable QueueName queue) {
    RuleSettings settings = overrides.settings(rule, queue);
    Optional<RuleOverrides.Stored> change = overrides.find(rule, queue);
    Duration window = settings.window();
    return Json.object()
        .put("name", rule.name())
        .put("queue", queue == null ? null : queue.value())
        .put("meaning", rule.meaning())
        .put("severity", rule.severity().name().toLowerCase(Locale.ROOT))
        .put("isDefault", change.isEmpty())
        .put("enabled", settings.enabled())
        .put("threshold", settings.threshold())
        .put("unit", rule.unit())
        .put("for", DurationText.format(settings.hold()))
        .put("window", window == null ? null : DurationText.format(window))
        .put("minimum", settings.minimum())
        .put("version", change.map(RuleOverrides.Stored::version).orElse(null));
  }
}
