package io.taskforge.job;

import io.taskforge.value.Name;
import java.util.regex.Pattern;

/** A queue's name: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. Safe to print, index and put in a URL. */
public record QueueName(String value) implements Name<QueueName> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}");

  /** The queue of jobs that name none. */
  public static final QueueName DEFAULT = new QueueName("default");

  public QueueName {
    Name.check("queue name", LEGAL, value);
  }

  @Override
  public String toString() {
    return value;
  }
}
