package io.taskforge.job;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/**
 * The stable name by which a job finds its handler: never a class name, so that code can be moved.
 */
public record JobTypeName(String value) implements Name<JobTypeName> {
  private static final NameSyntax LEGAL = new NameSyntax("._:-", 128);

  public JobTypeName {
    LEGAL.check("job type", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
