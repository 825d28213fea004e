package io.taskforge.server.alert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The alerts that an interrupted evaluation stored but may not have sent to the sinks. Pure:
 * derived from the conditions it began with and the alerts in the store.
 *
 * @param conditions the conditions, updated by what it stored
 * @param alerts the alerts to send again: raised ones first, then resolved ones
 */
record UnreportedAlerts(Conditions conditions, List<Alert> alerts) {
  UnreportedAlerts {
    alerts = List.copyOf(alerts);
  }

  static UnreportedAlerts of(Conditions before, List<Alert> stored) {
    Map<String, Alert> byId =
        stored.stream()
            .collect(Collectors.toMap(Alert::id, Function.identity(), (one, other) -> one));
    Map<Condition, Condition.State> states = new TreeMap<>();
    List<Alert> resolved = new ArrayList<>();
    before
        .all()
        .forEach(
            (condition, state) -> {
              Alert alert = state.alert() == null ? null : byId.get(state.alert());
              if (alert == null || alert.isOpen()) {
                states.put(condition, state);
              } else {
                resolved.add(alert);
              }
            });
    List<Alert> unreported = new ArrayList<>();
    for (Alert alert : stored) {
      Condition.State known = states.get(alert.condition());
      if (alert.isOpen() && (known == null || !alert.id().equals(known.alert()))) {
        states.put(alert.condition(), Condition.State.of(alert));
        unreported.add(alert);
      }
    }
    unreported.addAll(resolved);
    return new UnreportedAlerts(new Conditions(states, before.heldBack()), unreported);
  }
}
