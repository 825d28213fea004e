package io.taskforge.job;

import io.taskforge.value.Name;
import java.util.regex.Pattern;

/** A worker, unique among all that ever ran. */
public record WorkerId(String value) implements Name<WorkerId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:@-]{0,127}");

  public WorkerId {
    Name.check("worker id", LEGAL, value);
  }

  @Override
  public String toString() {
    return value;
  }
}
