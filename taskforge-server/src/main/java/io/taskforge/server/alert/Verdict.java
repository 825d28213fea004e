package io.taskforge.server.alert;

/**
 * What a rule says of a queue's figures.
 *
 * @param value what it looked at, to be held against the threshold
 */
public record Verdict(Standing standing, double value) {
  // An alert stays until the value is this far below the bound: a value that flickers around the
  // bound is one alert, not ten.
  private static final double CLEARLY_BELOW = 0.8;

  /** On which side of the bound a value is. */
  public enum Standing {
    /** Above it. */
    OVER,
    /** Not above it, but too near to call it well. */
    NEAR,
    /** Well below it, or there is nothing to judge. */
    CLEAR
  }

  /** Holds a value against a bound. */
  static Verdict of(double value, double threshold) {
    if (value > threshold) {
      return new Verdict(Standing.OVER, value);
    }
    return new Verdict(value <= threshold * CLEARLY_BELOW ? Standing.CLEAR : Standing.NEAR, value);
  }

  /** There is nothing to judge. */
  static Verdict clear() {
    return new Verdict(Standing.CLEAR, 0);
  }
}
