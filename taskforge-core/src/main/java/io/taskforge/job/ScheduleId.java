package io.taskforge.job;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/** A schedule's id, unique within its tenant: 1 to 128 of {@code a-z A-Z 0-9 . _ -}. */
public record ScheduleId(String value) implements Name<ScheduleId> {
  private static final NameSyntax LEGAL = new NameSyntax("._-", 128);

  public ScheduleId {
    LEGAL.check("schedule id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
