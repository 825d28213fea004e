package io.taskforge.server.alert;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * One alert rule. Pure: the same figures always give the same result. {@link AlertRules} defines
 * all of them.
 *
 * @param name the rule's name, such as {@code dead-letters}
 * @param meaning the condition that raises an alert, in words
 * @param unit the unit of the threshold
 * @param defaults the settings that apply unless an operator overrides them
 * @param check what it measures, and the message of its alerts
 * @param advice a format with the subject's name as its first argument and the tenant as its second
 */
public record AlertRule(
    String name,
    Severity severity,
    String meaning,
    String unit,
    RuleSettings defaults,
    Check<?> check,
    String advice) {
  private static final Pattern SAFE_IN_SHELL = Pattern.compile("[\\w.:/@-]+");

  /** What a rule measures in figures of one class. It measures nothing in others. */
  record Check<F extends SubjectFigures>(Class<F> figures, Measure<F> measure, Message<F> message) {
    OptionalDouble measure(SubjectFigures of, RuleSettings settings) {
      return figures.isInstance(of)
          ? measure.of(figures.cast(of), settings)
          : OptionalDouble.empty();
    }

    String message(SubjectFigures of, RuleSettings settings, Duration held) {
      return message.of(figures.cast(of), settings, held);
    }
  }

  @FunctionalInterface
  interface Measure<F> {
    /** Returns the value to compare with the threshold; empty if there is nothing to compare. */
    OptionalDouble of(F figures, RuleSettings settings);
  }

  @FunctionalInterface
  interface Message<F> {
    /**
     * Returns what is wrong, with figures.
     *
     * @param held for how long the value has been above the threshold
     */
    String of(F figures, RuleSettings settings, Duration held);
  }

  /** Whether it is about queues, so that it can have other settings in single queues. */
  public boolean isOfQueues() {
    return check.figures == QueueFigures.class;
  }

  /** What to do about an alert: commands and a page of the guides. */
  public String advice(AlertSubject subject) {
    return advice.formatted(quoted(subject.name()), subject.tenant());
  }

  /** People paste commands of the advice into a shell, and a tenant may have chosen the name. */
  private static String quoted(String name) {
    return SAFE_IN_SHELL.matcher(name).matches() ? name : "'" + name.replace("'", "'\\''") + "'";
  }
}
