package io.taskforge.json;

/** Thrown if a text is not one JSON value, or has a number out of range. */
public final class InvalidJsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String value;

  /** Creates an exception with one fault. */
  public InvalidJsonException(String key, String value, String rule) {
    super(rule);
    this.key = key;
    this.value = value;
  }

  /**
   * Returns this error as a fault.
   *
   * @param whole the fault's key if the text as a whole is wrong
   */
  public Fault fault(String whole) {
    return new Fault(key.isEmpty() ? whole : key, value, rule());
  }

  /** What is allowed. */
  public String rule() {
    return String.valueOf(getMessage());
  }

  /** The rule, with the value that breaks it or the place where the parser stopped. */
  public String sentence() {
    return rule() + " (" + value + ")";
  }
}
