package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.json.Fault;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.alert.AlertRule;
import io.taskforge.server.alert.AlertRules;
import io.taskforge.server.alert.RuleOverride;
import io.taskforge.server.alert.RuleOverrideStore;
import io.taskforge.server.alert.RuleOverrides;
import io.taskforge.server.alert.RuleSettings;
import io.taskforge.server.alert.Severity;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Configures alert rules, for all queues or for one. */
record AlertRuleRoutes(RuleOverrideStore rules) {
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
  private static final View<Shown> RULE =
      View.<Shown>of("AlertRule")
          .text("name", s -> s.rule.name(), "the rule's name")
          .textOrNull("queue", Shown::queue, "the queue of the override; null for all other queues")
          .bool(
              "perQueue",
              s -> s.rule.isOfQueues(),
              "whether it is evaluated per queue, and can have other settings in single queues")
          .text("meaning", s -> s.rule.meaning(), "when it raises an alert")
          .lowerCaseWord(
              "severity", s -> s.rule.severity(), Severity.class, "the severity of its alerts")
          .bool("isDefault", s -> s.version == null, "whether it has its default settings")
          .bool("enabled", s -> s.settings.enabled(), "whether it raises alerts")
          .number("threshold", s -> s.settings.threshold(), "the highest value without an alert")
          .text("unit", s -> s.rule.unit(), "the unit of the threshold")
          .duration("for", s -> s.settings.hold(), "how long the value must exceed the threshold")
          .durationOrNull(
              "window",
              s -> s.settings.window(),
              "the period over which jobs are counted; null if the rule counts none")
          .integerOrNull(
              "minimum",
              s -> s.settings.minimum(),
              "the rule is not evaluated with fewer jobs; null if it counts none")
          .integerOrNull(
              "version", Shown::version, "increases with each change; null without changes");

  /** A rule in a queue, or in all queues if it is null; the version of its override, if any. */
  private record Shown(
      AlertRule rule, @Nullable QueueName queue, RuleSettings settings, @Nullable Long version) {
    static Shown of(RuleOverrides overrides, AlertRule rule, @Nullable QueueName queue) {
      return new Shown(
          rule,
          queue,
          overrides.settings(rule, queue),
          overrides.find(rule, queue).map(RuleOverrides.Stored::version).orElse(null));
    }
  }

  static AlertRule rule(String text) {
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
        Route.get(PATH, "listAlertRules")
            .summary("Lists alert rules, each followed by its overrides for single queues")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(RULE))
            .by(request -> list()),
        Route.get(PATH + "/{name}", "getAlertRule")
            .summary("Shows an alert rule for all queues, or for one")
            .access(Access.shared(Scope.READ))
            .at(NAME)
            .query(QUEUE)
            .answers(200, RULE)
            .by(this::get),
        Route.put(PATH + "/{name}", "putAlertRule")
            .summary(
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
        Route.delete(PATH + "/{name}", "resetAlertRule")
            .summary("Resets an alert rule to its defaults, for all queues or for one")
            .audited("alert-rule.delete")
            .access(Access.shared(Scope.ADMIN))
            .at(NAME)
            .query(QUEUE)
            .answers(204)
            .problems(412)
            .by(this::delete));
  }

  private Reply list() {
    RuleOverrides overrides = rules.read();
    List<Shown> all = new ArrayList<>();
    for (AlertRule rule : AlertRules.all()) {
      all.add(Shown.of(overrides, rule, null));
      overrides.all().stream()
          .filter(change -> change.rule().equals(rule.name()) && change.queue() != null)
          .forEach(change -> all.add(Shown.of(overrides, rule, change.queue())));
    }
    return PageReply.all(all, RULE::json);
  }

  private Reply get(Request request) {
    return reply(200, rules.read(), request.path(NAME), request.query().get(QUEUE));
  }

  private Reply put(Request request) {
    AlertRule rule = request.path(NAME);
    QueueName queue = request.query().get(QUEUE);
    RuleOverride wanted = change(rule, queue, request.body());
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

  private static RuleOverride change(AlertRule rule, @Nullable QueueName queue, FieldValues body) {
    List<Fault> faults = new ArrayList<>();
    if (queue != null && !rule.isOfQueues()) {
      faults.add(
          new Fault(
              QUEUE.name(), "this", "rule %s is not evaluated per queue".formatted(rule.name())));
    }
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
    Shown shown = Shown.of(overrides, rule, queue);
    Reply reply = Reply.json(status, RULE.json(shown));
    return shown.version == null ? reply : reply.version(shown.version);
  }
}
