package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All conditions that are not well, and how each has gone so far. Immutable.
 *
 * @param heldBack how many more there are for which there is no room
 */
record Conditions(Map<Condition, ConditionState> all, int heldBack) {
  static final Conditions NONE = new Conditions(Map.of(), 0);

  Conditions {
    all = Map.copyOf(all);
  }

  /** What can be told from the alerts that are open, if nothing else is known. */
  static Conditions of(List<Alert> open) {
    Map<Condition, ConditionState> courses = new TreeMap<>();
    for (Alert alert : open) {
      courses.put(alert.condition(), new ConditionState(alert.since(), alert.id(), null));
    }
    return new Conditions(courses, 0);
  }

  /** How many alerts are open of conditions such as these. */
  long open(Predicate<Condition> which) {
    return all.entrySet().stream()
        .filter(each -> each.getValue().alert() != null && which.test(each.getKey()))
        .count();
  }

  /** How many alerts of a rule are open. */
  long open(String rule) {
    return open(condition -> condition.rule().equals(rule));
  }

  /** How many alerts are open, of each tenant that has any. */
  Map<TenantId, Long> openByTenant() {
    return all.entrySet().stream()
        .filter(each -> each.getValue().alert() != null)
        .collect(
            Collectors.groupingBy(each -> each.getKey().place().tenant(), Collectors.counting()));
  }
}
