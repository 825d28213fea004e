package io.taskforge.server.alert;

import java.util.OptionalDouble;

/**
 * The result of evaluating a rule for its subject.
 *
 * @param settings the settings that apply to this subject
 * @param value the measured value; 0 if there was nothing to measure
 */
record Evaluation(
    AlertRule rule, SubjectFigures figures, RuleSettings settings, Level level, double value) {
  // Hysteresis: an alert stays open until the value is this far below the threshold, so that a
  // value that fluctuates around the threshold is one alert and not ten.
  private static final double CLEAR_FRACTION = 0.8;

  /** How a value compares with the threshold. */
  enum Level {
    ABOVE,
    /** Not above the threshold, but too close to it to resolve an alert. */
    NEAR,
    /** Well below the threshold, or there was nothing to measure. */
    CLEAR
  }

  /** Evaluates a rule; a disabled rule is always clear. */
  static Evaluation of(AlertRule rule, SubjectFigures figures, RuleSettings settings) {
    OptionalDouble measured =
        settings.enabled() ? rule.check().measure(figures, settings) : OptionalDouble.empty();
    double value = measured.orElse(0);
    Level level;
    if (measured.isEmpty() || value <= settings.threshold() * CLEAR_FRACTION) {
      level = Level.CLEAR;
    } else {
      level = value > settings.threshold() ? Level.ABOVE : Level.NEAR;
    }
    return new Evaluation(rule, figures, settings, level, value);
  }

  Condition condition() {
    return new Condition(rule.name(), figures.subject());
  }

  AlertSubject subject() {
    return figures.subject();
  }

  boolean isAbove() {
    return level == Level.ABOVE;
  }
}
