package io.taskforge.job;

import java.util.regex.Pattern;

/**
 * The stable name by which a job finds its handler: never a class name, so that code can be moved.
 */
public record JobTypeName(String value) implements Comparable<JobTypeName> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:-]{0,127}");

  public JobTypeName {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "job type must match %s but was '%s'".formatted(LEGAL, value));
    }
  }

  @Override
  public int compareTo(JobTypeName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
