package io.taskforge.json;

/**
 * One validation error: where it is, what was given and what is allowed.
 *
 * @param key the path in the JSON document, such as {@code backoff.multiplier}
 * @param value the value that was given, as text; {@link #NOTHING} if it is missing
 * @param rule what is allowed
 */
public record Fault(String key, String value, String rule) {
  /** The value of a fault about a missing value. */
  public static final String NOTHING = "nothing";

  @Override
  public String toString() {
    return key
        + ": "
        + (value.equals(NOTHING) ? "missing, but " : value + " is not allowed: ")
        + rule;
  }
}
