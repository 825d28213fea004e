package io.taskforge.server.alert;

import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One alert rule. Pure: the same figures always give the same result. {@link AlertRules} defines
 * all of them.
 *
 * @param name the rule's name, such as {@code dead-letters}
 * @param meaning the condition that raises an alert, in words
 * @param unit the unit of the threshold
 * @param defaults the settings that apply unless an operator overrides them
 * @param measure the value it measures in a tenant's part of a queue
 * @param message the message of its alerts
 * @param advice a format with the queue as its first argument and the tenant as its second
 */
public record AlertRule(
    String name,
    Severity severity,
    String meaning,
    String unit,
    RuleSettings defaults,
    Measure measure,
    Message message,
    String advice) {

  @FunctionalInterface
  interface Measure {
    /** Returns the value to compare with the threshold; empty if there is nothing to compare. */
    OptionalDouble of(QueueFigures figures, RuleSettings settings);
  }

  @FunctionalInterface
  interface Message {
    /**
     * Returns what is wrong, with figures.
     *
     * @param held for how long the value has been above the threshold
     */
    String of(QueueFigures figures, RuleSettings settings, Duration held);
  }

  /** What to do about an alert: commands and a page of the guides. */
  public String advice(TenantQueue place) {
    return advice.formatted(place.queue(), place.tenant());
  }
}
