package io.taskforge.server.alert;

import io.taskforge.job.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which alerts to raise and to resolve after an evaluation of all subjects. Pure: derived from the
 * conditions before, the evaluations and the time.
 *
 * @param after the conditions from now on
 * @param raised alerts to raise
 * @param resolved ids of alerts to resolve, by condition
 */
record AlertDecision(Conditions after, List<Alert> raised, Map<Condition, String> resolved) {
  static final int MAX_OPEN = 400;

  // Conditions without an alert beyond this are dropped, because all must fit into one document.
  // Tenants share it, so that one tenant's critical conditions don't hide the others' warnings.
  private static final int MAX_PENDING = 400;

  /** For how long a value must stay well below its threshold before its alert is resolved. */
  static final Duration CLEAR_FOR = Duration.ofMinutes(1);

  AlertDecision {
    raised = List.copyOf(raised);
    resolved = Collections.unmodifiableMap(new TreeMap<>(resolved));
  }

  static AlertDecision of(Conditions before, List<Evaluation> evaluations, Instant now) {
    Map<Condition, Condition.State> after = new TreeMap<>();
    List<Alert> raised = new ArrayList<>();
    Map<Condition, String> resolved = new TreeMap<>();
    AlertQuota open = new AlertQuota(MAX_OPEN, before.openByTenant());
    AlertQuota pending = new AlertQuota(MAX_PENDING, Map.of());
    Map<Condition, Condition.State> unseen = new TreeMap<>(before.all());
    int heldBack = 0;
    for (Evaluation evaluation : AlertQuota.prioritized(evaluations)) {
      Condition condition = evaluation.condition();
      Condition.State state = unseen.remove(condition);
      if (state != null && state.alert() != null) {
        Condition.State next =
            evaluation.level() == Evaluation.Level.CLEAR ? state.clear(now) : state.notClear();
        if (isClearLongEnough(next, now)) {
          resolved.put(condition, state.alert());
        } else {
          after.put(condition, next);
        }
      } else if (evaluation.isAbove()) {
        Condition.State above = state == null ? new Condition.State(now, null, null) : state;
        TenantId tenant = evaluation.subject().tenant();
        boolean held = isHeldLongEnough(evaluation.settings().hold(), above.since(), now);
        if (held && open.take(tenant)) {
          Alert alert = alert(evaluation, above.since(), now);
          raised.add(alert);
          after.put(condition, above.raised(alert.id()));
        } else {
          boolean kept = pending.take(tenant);
          heldBack += held || !kept ? 1 : 0;
          if (kept) {
            after.put(condition, above);
          }
        }
      }
    }
    // Conditions of a rule that this version does not have would never be clear.
    unseen.forEach(
        (condition, state) -> {
          if (state.alert() != null) {
            resolved.put(condition, state.alert());
          }
        });
    return new AlertDecision(new Conditions(after, heldBack), raised, resolved);
  }

  private static boolean isClearLongEnough(Condition.State state, Instant now) {
    Instant clear = state.clearSince();
    return clear != null && Duration.between(clear, now).compareTo(CLEAR_FOR) >= 0;
  }

  private static boolean isHeldLongEnough(Duration hold, Instant since, Instant now) {
    return hold.isZero() || Duration.between(since, now).compareTo(hold) > 0;
  }

  private static Alert alert(Evaluation evaluation, Instant since, Instant now) {
    AlertRule rule = evaluation.rule();
    TenantId tenant = evaluation.subject().tenant();
    String text =
        "%s%s. %s"
            .formatted(
                tenant.equals(TenantId.DEFAULT) ? "" : "tenant " + tenant + ": ",
                rule.check()
                    .message(
                        evaluation.figures(), evaluation.settings(), Duration.between(since, now)),
                rule.advice(evaluation.subject()));
    return new Alert(
        Alert.idOf(evaluation.condition(), since),
        evaluation.condition(),
        rule.severity(),
        text,
        evaluation.value(),
        evaluation.settings().threshold(),
        new Alert.Times(since, now, null),
        null);
  }
}
