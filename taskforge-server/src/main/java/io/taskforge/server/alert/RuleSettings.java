package io.taskforge.server.alert;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a rule raises an alert.
 *
 * @param enabled whether the rule is evaluated
 * @param threshold the highest value that raises no alert
 * @param hold for how long the value must be above the threshold; zero for immediately
 * @param window the period over which a rule counts jobs; null for other rules
 * @param minimum the fewest jobs on which a percentage is evaluated; null for other rules
 */
public record RuleSettings(
    boolean enabled,
    double threshold,
    Duration hold,
    @Nullable Duration window,
    @Nullable Integer minimum) {
  public RuleSettings with(RuleOverride override) {
    return new RuleSettings(
        override.enabled() == null ? enabled : override.enabled(),
        override.threshold() == null ? threshold : override.threshold(),
        override.hold() == null ? hold : override.hold(),
        window == null || override.window() == null ? window : override.window(),
        minimum == null || override.minimum() == null ? minimum : override.minimum());
  }
}
