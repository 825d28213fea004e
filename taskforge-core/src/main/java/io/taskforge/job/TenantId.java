package io.taskforge.job;

import io.taskforge.value.Name;
import java.util.regex.Pattern;

/** The tenant that a job belongs to: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. */
public record TenantId(String value) implements Name<TenantId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}");

  /** The tenant of jobs that name none. */
  public static final TenantId DEFAULT = new TenantId("default");

  public TenantId {
    Name.check("tenant", LEGAL, value);
  }

  @Override
  public String toString() {
    return value;
  }
}
