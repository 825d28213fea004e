package io.taskforge.failure;

import java.util.Locale;

/**
 * The name of a type of error, such as {@code timeout} or {@code ValidationError}. Names are
 * case-insensitive and keep their spelling.
 */
public final class ErrorType implements Comparable<ErrorType> {
  /** The wildcard {@code *}: in a retry policy it matches every error. */
  public static final ErrorType ANY = new ErrorType("*");

  static final int MAX_LENGTH = 200;

  /** What a legal name looks like, for messages. */
  public static final String RULE =
      "must be 1 to 200 characters without white space or control characters";

  private final String name;
  private final String key;

  private ErrorType(String name) {
    this.name = name;
    this.key = name.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the type with this name.
   *
   * @throws IllegalArgumentException if the name is empty, longer than 200 characters, or contains
   *     white space or control characters
   */
  public static ErrorType of(String name) {
    if (!isLegal(name)) {
      throw new IllegalArgumentException("error type " + RULE + " but was '" + name + "'");
    }
    return new ErrorType(name);
  }

  /** Returns the type that matches failures caused by {@code exception}: its class name. */
  public static ErrorType of(Class<? extends Throwable> exception) {
    String name = exception.getName();
    return new ErrorType(name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH));
  }

  /** Whether {@code name} can be the name of an error type. */
  public static boolean isLegal(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isWhitespace(c) || Character.isISOControl(c) || Character.isSurrogate(c)) {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= MAX_LENGTH;
  }

  /** The name, as it is stored. */
  public String name() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ErrorType that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public int compareTo(ErrorType other) {
    return key.compareTo(other.key);
  }

  @Override
  public String toString() {
    return name;
  }
}
