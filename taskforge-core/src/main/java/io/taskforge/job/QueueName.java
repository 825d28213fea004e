package io.taskforge.job;

import java.util.regex.Pattern;

/** A queue's name: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. Safe to print, index and put in a URL. */
public record QueueName(String value) implements Comparable<QueueName> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}");

  /** The queue of jobs that name none. */
  public static final QueueName DEFAULT = new QueueName("default");

  public QueueName {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "queue name must match %s but was '%s'".formatted(LEGAL, value));
    }
  }

  @Override
  public int compareTo(QueueName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
