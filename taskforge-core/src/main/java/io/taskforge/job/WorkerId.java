package io.taskforge.job;

import java.util.regex.Pattern;

/** A worker, unique among all that ever ran. */
public record WorkerId(String value) implements Comparable<WorkerId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:@-]{0,127}");

  public WorkerId {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "worker id must match %s but was '%s'".formatted(LEGAL, value));
    }
  }

  @Override
  public int compareTo(WorkerId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
