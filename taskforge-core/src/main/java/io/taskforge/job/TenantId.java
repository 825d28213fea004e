package io.taskforge.job;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/** The tenant that a job belongs to: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. */
public record TenantId(String value) implements Name<TenantId> {
  private static final NameSyntax LEGAL = NameSyntax.PLAIN;

  /** The tenant of jobs that name none. */
  public static final TenantId DEFAULT = new TenantId("default");

  public TenantId {
    LEGAL.check("tenant", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
