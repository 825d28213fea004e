package io.taskforge.json;

/** A text is not one JSON value, or has a number that cannot be kept. */
public final class InvalidJsonException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String value;

  InvalidJsonException(String key, String value, String rule) {
    super(rule);
    this.key = key;
    this.value = value;
  }

  /** The path of the value that is wrong, or {@code whole} if the text as a whole is wrong. */
  public String keyOr(String whole) {
    return key.isEmpty() ? whole : key;
  }

  /** The value that is wrong, or the place in the text where the parser stopped. */
  public String value() {
    return value;
  }

  /** What is allowed, in one sentence. */
  public String rule() {
    return String.valueOf(getMessage());
  }

  /** The rule and the value that breaks it. */
  public String sentence() {
    return rule() + " (" + value + ")";
  }
}
