package io.taskforge.simulator.history;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition on a report, such as {@code lost > 0.1%}, for checks in a build.
 *
 * @param limit a share from 0 to 1 if {@code percent}, otherwise a number
 */
public record FailCondition(Figure figure, Comparison comparison, double limit, boolean percent) {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "\\s*(lost|unknown|attempts)\\s*(>=|>)\\s*(\\d{1,12}(?:\\.\\d{1,9})?)(%?)\\s*");
  private static final String RULE =
      "must be lost, unknown or attempts, then > or >=, then a number or a percentage,"
          + " such as \"lost > 0.1%\"";

  /** What is compared. */
  public enum Figure {
    /** Lost successes; a percentage is of the recorded successes. */
    LOST,
    /** Jobs whose end is not known; a percentage is of the recorded jobs. */
    UNKNOWN,
    /** Attempts that the policy makes; a percentage is of the recorded attempts. */
    ATTEMPTS
  }

  /** How it is compared. */
  public enum Comparison {
    MORE,
    AT_LEAST
  }

  /**
   * Parses a condition.
   *
   * @throws IllegalArgumentException if it is not one; the message says what is allowed
   */
  public static FailCondition parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(RULE);
    }
    boolean percent = !matcher.group(4).isEmpty();
    double number = Double.parseDouble(matcher.group(3));
    return new FailCondition(
        Figure.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
        matcher.group(2).equals(">") ? Comparison.MORE : Comparison.AT_LEAST,
        percent ? number / 100 : number,
        percent);
  }

  /** Whether the condition is true of a report. */
  public boolean isTrue(WhatIfReport report) {
    double value = value(report) / (percent ? Math.max(1, whole(report)) : 1.0);
    return comparison == Comparison.MORE ? value > limit : value >= limit;
  }

  private long value(WhatIfReport report) {
    return switch (figure) {
      case LOST -> report.outcome().lost();
      case UNKNOWN -> report.outcome().unknown();
      case ATTEMPTS -> report.attempts();
    };
  }

  private long whole(WhatIfReport report) {
    return switch (figure) {
      case LOST -> report.recorded().successes();
      case UNKNOWN -> report.recorded().jobs();
      case ATTEMPTS -> report.recorded().attempts();
    };
  }
}
