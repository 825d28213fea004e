package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All conditions that are not clear, with their states. Immutable.
 *
 * @param heldBack how many more conditions have no alert because the limit of open alerts is
 *     reached
 */
record Conditions(Map<Condition, Condition.State> all, int heldBack) {
  static final Conditions NONE = new Conditions(Map.of(), 0);

  Conditions {
    all = Map.copyOf(all);
  }

  /** Reconstructs the conditions from the open alerts. */
  static Conditions of(List<Alert> open) {
    Map<Condition, Condition.State> states = new TreeMap<>();
    open.forEach(alert -> states.put(alert.condition(), Condition.State.of(alert)));
    return new Conditions(states, 0);
  }

  long open(Predicate<Condition> which) {
    return all.entrySet().stream()
        .filter(each -> each.getValue().alert() != null && which.test(each.getKey()))
        .count();
  }

  long open(String rule) {
    return open(condition -> condition.rule().equals(rule));
  }

  /** Counts the open alerts of each tenant that has any. */
  Map<TenantId, Long> openByTenant() {
    return all.entrySet().stream()
        .filter(each -> each.getValue().alert() != null)
        .collect(
            Collectors.groupingBy(each -> each.getKey().subject().tenant(), Collectors.counting()));
  }
}
