package io.taskforge.job;

import java.util.regex.Pattern;

/** A schedule's id, unique within its tenant: 1 to 128 of {@code a-z A-Z 0-9 . _ -}. */
public record ScheduleId(String value) implements Comparable<ScheduleId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}");

  public ScheduleId {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "schedule id must match %s but was '%s'".formatted(LEGAL, value));
    }
  }

  @Override
  public int compareTo(ScheduleId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
