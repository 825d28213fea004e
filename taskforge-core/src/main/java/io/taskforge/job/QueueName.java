package io.taskforge.job;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/** A queue's name: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. Safe to print, index and put in a URL. */
public record QueueName(String value) implements Name<QueueName> {
  private static final NameSyntax LEGAL = NameSyntax.PLAIN;

  /** The queue of jobs that name none. */
  public static final QueueName DEFAULT = new QueueName("default");

  public QueueName {
    LEGAL.check("queue name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
