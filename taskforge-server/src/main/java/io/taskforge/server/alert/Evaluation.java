package io.taskforge.server.alert;

import io.taskforge.store.TenantQueue;

/**
 * A rule's verdict on a tenant's queue, with all that it came from.
 *
 * @param settings those that count in this queue
 */
record Evaluation(AlertRule rule, QueueFigures figures, RuleSettings settings, Verdict verdict) {
  /** Lets a rule judge; one that is switched off finds all well. */
  static Evaluation of(AlertRule rule, QueueFigures figures, RuleSettings settings) {
    return new Evaluation(
        rule,
        figures,
        settings,
        settings.enabled() ? rule.judge(figures, settings) : Verdict.clear());
  }

  Condition condition() {
    return new Condition(rule.name(), figures.place());
  }

  TenantQueue place() {
    return figures.place();
  }

  boolean isOver() {
    return verdict.standing() == Verdict.Standing.OVER;
  }
}
