package io.taskforge.value;

import java.util.regex.Pattern;

/** A validated name. Ordered by its text. */
public interface Name<N extends Name<N>> extends Comparable<N> {
  /** The text of the name. */
  String value();

  @Override
  default int compareTo(N other) {
    return value().compareTo(other.value());
  }

  /**
   * Checks a name.
   *
   * @throws IllegalArgumentException if it does not match
   */
  static void check(String what, Pattern legal, String value) {
    if (!legal.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s must match %s but was '%s'".formatted(what, legal, value));
    }
  }
}
