package io.taskforge.server.alert;

import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One alert rule: the value it measures in a tenant's part of a queue, its severity, and the
 * message of its alerts. Pure: the same figures always give the same result. {@link AlertRules}
 * defines all of them.
 */
public abstract class AlertRule {
  private final String name;
  private final Severity severity;
  private final String meaning;
  private final String unit;
  private final RuleSettings defaults;
  private final String advice;

  /**
   * Defines a rule.
   *
   * @param advice a format with the queue as its first argument and the tenant as its second
   */
  AlertRule(
      String name,
      Severity severity,
      String meaning,
      String unit,
      RuleSettings defaults,
      String advice) {
    this.name = name;
    this.severity = severity;
    this.meaning = meaning;
    this.unit = unit;
    this.defaults = defaults;
    this.advice = advice;
  }

  /** The rule's name, such as {@code dead-letters}. */
  public final String name() {
    return name;
  }

  public final Severity severity() {
    return severity;
  }

  /** The condition that raises an alert, in words. */
  public final String meaning() {
    return meaning;
  }

  /** The unit of the threshold. */
  public final String unit() {
    return unit;
  }

  /** The settings that apply unless an operator overrides them. */
  public final RuleSettings defaults() {
    return defaults;
  }

  /** What to do about an alert: commands and a page of the guides. */
  public final String advice(TenantQueue place) {
    return advice.formatted(place.queue(), place.tenant());
  }

  /** Returns the value to compare with the threshold; empty if there is nothing to compare. */
  abstract OptionalDouble measure(QueueFigures figures, RuleSettings settings);

  /**
   * Returns what is wrong, with figures.
   *
   * @param held for how long the value has been above the threshold
   */
  abstract String message(QueueFigures figures, RuleSettings settings, Duration held);
}
