package io.taskforge.job;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/** A worker, unique among all that ever ran. */
public record WorkerId(String value) implements Name<WorkerId> {
  private static final NameSyntax LEGAL = new NameSyntax("._:@-", 128);

  public WorkerId {
    LEGAL.check("worker id", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
