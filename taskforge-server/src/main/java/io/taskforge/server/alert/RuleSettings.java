package io.taskforge.server.alert;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a rule raises an alert.
 *
 * @param enabled whether it does at all
 * @param threshold the highest value that is fine
 * @param hold for how long the value must have been higher; zero for at once
 * @param window over how long a rule of attempts counts; null for the others
 * @param minimum how many attempts a rule of shares needs to say anything; null for the others
 */
public record RuleSettings(
    boolean enabled,
    double threshold,
    Duration hold,
    @Nullable Duration window,
    @Nullable Integer minimum) {
  /** Returns these settings with what a change says instead. */
  public RuleSettings with(RuleOverride change) {
    return new RuleSettings(
        change.enabled() == null ? enabled : change.enabled(),
        change.threshold() == null ? threshold : change.threshold(),
        change.hold() == null ? hold : change.hold(),
        window == null || change.window() == null ? window : change.window(),
        minimum == null || change.minimum() == null ? minimum : change.minimum());
  }
}
