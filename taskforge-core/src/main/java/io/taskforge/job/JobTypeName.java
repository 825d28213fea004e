package io.taskforge.job;

import io.taskforge.value.Name;
import java.util.regex.Pattern;

/**
 * The stable name by which a job finds its handler: never a class name, so that code can be moved.
 */
public record JobTypeName(String value) implements Name<JobTypeName> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:-]{0,127}");

  public JobTypeName {
    Name.check("job type", LEGAL, value);
  }

  @Override
  public String toString() {
    return value;
  }
}
