package io.taskforge.server.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is to be done after a look at all queues. Pure: it follows from how things were, what was
 * seen, and the time.
 *
 * @param after how things are from now on
 * @param raised alerts to be raised
 * @param resolved ids of alerts to be resolved, by what they were about
 */
record AlertDecision(Conditions after, List<Alert> raised, Map<Condition, String> resolved) {
  /** How many alerts are open at most. */
  static final int MOST_OPEN = 400;

  // What is only suspected is forgotten beyond this, as the courses must fit into one document;
  // tenants share it, or what is critical to one would hide the warnings of all others.
  private static final int MOST_BEGUN = 400;

  /** For how long a value must have been well below its bound before its alert is resolved. */
  static final Duration CLEAR_FOR = Duration.ofMinutes(1);

  AlertDecision {
    raised = List.copyOf(raised);
    resolved = Collections.unmodifiableMap(new TreeMap<>(resolved));
  }

  static AlertDecision of(Conditions before, List<Evaluation> seen, Instant now) {
    Map<Condition, ConditionState> after = new TreeMap<>();
    List<Alert> raised = new ArrayList<>();
    Map<Condition, String> resolved = new TreeMap<>();
    AlertQuota room = new AlertQuota(MOST_OPEN, before.openByTenant());
    Map<Condition, ConditionState> unseen = new TreeMap<>(before.all());
    AlertQuota begun = new AlertQuota(MOST_BEGUN, Map.of());
    int heldBack = 0;
    for (Evaluation judged : AlertQuota.inTurn(seen)) {
      Condition condition = judged.condition();
      ConditionState course = unseen.remove(condition);
      if (course != null && course.alert() != null) {
        ConditionState next = next(course, judged.verdict().standing(), now);
        if (isWell(next, now)) {
          resolved.put(condition, course.alert());
        } else {
          after.put(condition, next);
        }
      } else if (judged.isOver()) {
        ConditionState over = course == null ? ConditionState.begun(now) : course;
        boolean ripe = isRipe(judged.settings().hold(), Duration.between(over.since(), now));
        if (ripe && room.take(judged.place().tenant())) {
          Alert alert = alert(judged, over.since(), now);
          raised.add(alert);
          after.put(condition, over.raised(alert.id()));
        } else {
          boolean noted = begun.take(judged.place().tenant());
          heldBack += ripe || !noted ? 1 : 0;
          if (noted) {
            after.put(condition, over);
          }
        }
      }
    }
    // Of a rule that this version does not know; nobody would ever find it well.
    unseen.forEach(
        (condition, course) ->
            Stream.ofNullable(course.alert()).forEach(id -> resolved.put(condition, id)));
    return new AlertDecision(new Conditions(after, heldBack), raised, resolved);
  }

  private static ConditionState next(
      ConditionState course, Verdict.Standing standing, Instant now) {
    return standing == Verdict.Standing.CLEAR ? course.clear(now) : course.notClear();
  }

  private static boolean isWell(ConditionState course, Instant now) {
    Instant clear = course.clearSince();
    return clear != null && Duration.between(clear, now).compareTo(CLEAR_FOR) >= 0;
  }

  private static boolean isRipe(Duration hold, Duration held) {
    return hold.isZero() || held.compareTo(hold) > 0;
  }

  private static Alert alert(Evaluation judged, Instant since, Instant now) {
    AlertRule rule = judged.rule();
    String text =
        "%s%s. %s"
            .formatted(
                AlertText.of(judged.place().tenant()),
                rule.text(judged.figures(), judged.settings(), Duration.between(since, now)),
                rule.advice(judged.place()));
    return new Alert(
        Alert.idOf(judged.condition(), since),
        rule.name(),
        judged.place().tenant(),
        judged.place().queue(),
        rule.severity(),
        text,
        judged.verdict().value(),
        judged.settings().threshold(),
        since,
        now,
        null,
        null,
        null,
        null);
  }
}
