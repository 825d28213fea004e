package io.taskforge.cli.lab;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses rates, percentages and durations of options. */
public final class Amounts {
  private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(?:/([smh]))?");
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%?");

  private Amounts() {}

  /** Parses {@code 10/s}, {@code 600/m}, {@code 5/h}, or {@code 10}, which is per second. */
  public static double rate(String option, String text) {
    Matcher matcher = RATE.matcher(text);
    if (!matcher.matches()) {
      throw invalid(option, text, "must be a rate such as 10/s, 600/m or 0.5/s");
    }
    double number = Double.parseDouble(matcher.group(1));
    String unit = matcher.group(2);
    return unit == null || unit.equals("s") ? number : number / (unit.equals("m") ? 60 : 3_600);
  }

  /** Parses {@code 10%} or {@code 10}. */
  public static int percent(String option, String text) {
    Matcher matcher = PERCENT.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > 100) {
      throw invalid(option, text, "must be a percentage from 0% to 100%");
    }
    return Integer.parseInt(matcher.group(1));
  }

  public static Duration duration(String option, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw invalid(option, text, String.valueOf(e.getMessage()));
    }
  }

  private static CommandFailure invalid(String option, String text, String rule) {
    return CommandFailure.invalid("%s: '%s' %s".formatted(option, text, rule));
  }
}
