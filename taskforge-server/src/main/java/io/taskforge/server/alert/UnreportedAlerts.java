package io.taskforge.server.alert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a look that broke off left to be done. Pure: it follows from what that look began with, and
 * from the alerts that it stored. Whether it came to telling of them, nobody knows.
 *
 * @param courses how things stand, with what it stored
 * @param raised alerts that it raised and did not note
 * @param resolved alerts that it resolved and did not note
 */
record UnreportedAlerts(Conditions courses, List<Alert> raised, List<Alert> resolved) {
  UnreportedAlerts {
    raised = List.copyOf(raised);
    resolved = List.copyOf(resolved);
  }

  static UnreportedAlerts of(Conditions before, List<Alert> stored) {
    Map<String, Alert> byId =
        stored.stream()
            .collect(Collectors.toMap(Alert::id, Function.identity(), (one, other) -> one));
    Map<Condition, ConditionState> courses = new TreeMap<>();
    List<Alert> resolved = new ArrayList<>();
    before
        .all()
        .forEach(
            (condition, course) -> {
              Alert alert = course.alert() == null ? null : byId.get(course.alert());
              if (alert == null || alert.isOpen()) {
                courses.put(condition, course);
              } else {
                resolved.add(alert);
              }
            });
    List<Alert> raised = new ArrayList<>();
    for (Alert alert : stored) {
      ConditionState known = courses.get(alert.condition());
      if (alert.isOpen() && (known == null || !alert.id().equals(known.alert()))) {
        courses.put(alert.condition(), new ConditionState(alert.since(), alert.id(), null));
        raised.add(alert);
      }
    }
    return new UnreportedAlerts(new Conditions(courses, before.heldBack()), raised, resolved);
  }
}
