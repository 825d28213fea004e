package io.taskforge.server.api;

import io.taskforge.job.QueueName;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.alert.Alert;
import io.taskforge.server.alert.AlertJson;
import io.taskforge.server.alert.AlertRule;
import io.taskforge.server.alert.Alerts;
import io.taskforge.server.alert.Severity;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists and acknowledges alerts. */
record AlertRoutes(Alerts alerts) {
  private static final String PATH = "/api/v1/alerts";
  private static final int MAX_NOTE = 1_000;
  private static final Field<String> ID = Fields.hexId("the alert's id");
  private static final Field<State> STATE =
      Field.of(
          "state",
          "only alerts in this state",
          Schema.oneOf("open", "resolved"),
          value -> value.word(State.class));
  private static final Field<AlertRule> RULE =
      Field.text("rule", "a rule's name", AlertRuleRoutes::rule);
  private static final Field<Severity> SEVERITY =
      Field.of(
          "severity",
          "only alerts of this severity",
          Schema.oneOf("warning", "critical"),
          value -> value.word(Severity.class));
  private static final Field<AlertCursor> CURSOR = Fields.cursor(AlertCursor::parse);
  private static final Field<String> NOTE =
      Field.text("note", "a note for other operators", MAX_NOTE);

  private static final Field<Duration> FOR =
      Field.duration(
          "for",
          "snoozes the alert for this long, such as 2h; if not given, it is acknowledged for as"
              + " long as it is open",
          Duration.ofMinutes(1),
          Duration.ofDays(30));

  private enum State {
    OPEN,
    RESOLVED;

    boolean is(Alert alert) {
      return alert.isOpen() == (this == OPEN);
    }
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listAlerts")
            .summary("Lists alerts: open ones first, then newest first")
            .query(STATE, SEVERITY, RULE, Fields.TENANT, Fields.QUEUE, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(AlertJson.VIEW))
            .by(this::list),
        Route.get(PATH + "/{id}", "getAlert")
            .summary("Shows an alert")
            .at(ID)
            .answers(200, AlertJson.VIEW)
            .by(this::get),
        Route.post(PATH + "/{id}/acknowledge", "acknowledgeAlert")
            .summary(
                "Acknowledges an alert, or snoozes it with for; the first acknowledgement is kept")
            .audited("alert.acknowledge")
            .access(Access.own(Scope.WRITE))
            .at(ID)
            .takes(
                Shape.of("Acknowledgement", NOTE, FOR)
                    .example("{\"note\": \"deploying a fix\", \"for\": \"2h\"}"))
            .answers(200, AlertJson.VIEW)
            .problems(409)
            .by(this::acknowledge));
  }

  private Reply list(Request request) {
    FieldValues query = request.query();
    int limit = query.get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    State state = query.get(STATE);
    Severity severity = query.get(SEVERITY);
    AlertRule rule = query.get(RULE);
    QueueName queue = query.get(Fields.QUEUE);
    AlertCursor cursor = query.get(CURSOR);
    List<Alert> page =
        alerts.all(request.caller().only(query.get(Fields.TENANT))).stream()
            .filter(alert -> state == null || state.is(alert))
            .filter(alert -> severity == null || severity == alert.severity())
            .filter(alert -> rule == null || alert.rule().equals(rule.name()))
            .filter(alert -> queue == null || queue.equals(alert.queue()))
            .filter(alert -> cursor == null || cursor.isBefore(alert))
            .limit(limit + 1L)
            .toList();
    return PageReply.of(
        page.subList(0, Math.min(limit, page.size())),
        AlertJson.VIEW::json,
        page.size() > limit ? AlertCursor.of(page.get(limit - 1)) : null,
        AlertCursor::of);
  }

  private Reply get(Request request) {
    String id = request.path(ID);
    return alerts
        .find(id, request.caller().tenant())
        .map(alert -> Reply.ok(AlertJson.VIEW.json(alert)))
        .orElseThrow(() -> Problem.notFound("alert " + id));
  }

  private Reply acknowledge(Request request) {
    String id = request.path(ID);
    request.audit().of(request.caller().tenant()).fact("for", request.body().get(FOR));
    Alert alert =
        alerts
            .acknowledge(
                id,
                request.caller().tenant(),
                request.caller().name(),
                request.body().get(NOTE),
                request.body().get(FOR))
            .orElseThrow(() -> Problem.notFound("alert " + id));
    request.audit().of(alert.tenant());
    if (!alert.isOpen() && alert.acknowledgement() == null) {
      throw Problem.conflict("alert " + id + " is resolved", "resolved");
    }
    return Reply.ok(AlertJson.VIEW.json(alert));
  }

  /** Keyset pagination of alerts: valid even if the last alert was resolved or removed since. */
  private record AlertCursor(boolean open, Instant raisedAt, String id) {
    private static final Pattern TEXT =
        Pattern.compile("(open|resolved)_(\\S{1,40})_([0-9a-f]{12})");

    static AlertCursor of(Alert alert) {
      return new AlertCursor(alert.isOpen(), alert.raisedAt(), alert.id());
    }

    static AlertCursor parse(String text) {
      Matcher matcher = TEXT.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("must be next of a previous page");
      }
      try {
        return new AlertCursor(
            matcher.group(1).equals("open"), Instant.parse(matcher.group(2)), matcher.group(3));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("must be next of a previous page", e);
      }
    }

    @Override
    public String toString() {
      return (open ? "open_" : "resolved_") + raisedAt + "_" + id;
    }

    /** Whether an alert comes after this cursor. */
    boolean isBefore(Alert alert) {
      if (open != alert.isOpen()) {
        return open;
      }
      int byTime = alert.raisedAt().compareTo(raisedAt);
      return byTime != 0 ? byTime < 0 : alert.id().compareTo(id) > 0;
    }
  }
}
