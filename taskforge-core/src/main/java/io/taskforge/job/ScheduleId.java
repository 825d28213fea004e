package io.taskforge.job;

import io.taskforge.value.Name;
import java.util.regex.Pattern;

/** A schedule's id, unique within its tenant: 1 to 128 of {@code a-z A-Z 0-9 . _ -}. */
public record ScheduleId(String value) implements Name<ScheduleId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}");

  public ScheduleId {
    Name.check("schedule id", LEGAL, value);
  }

  @Override
  public String toString() {
    return value;
  }
}
