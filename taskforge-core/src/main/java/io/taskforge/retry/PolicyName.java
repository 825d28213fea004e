package io.taskforge.retry;

import io.taskforge.value.Name;
import io.taskforge.value.NameSyntax;

/** The name of a policy: 1 to 64 of {@code a-z A-Z 0-9 . _ -}; upper and lower case differ. */
public record PolicyName(String value) implements Name<PolicyName> {
  private static final NameSyntax LEGAL = NameSyntax.PLAIN;

  /** The syntax rule, for error messages. */
  public static final String RULE = "must match " + LEGAL;

  public PolicyName {
    LEGAL.check("policy name", value);
  }

  /** Whether {@code name} can be the name of a policy. */
  public static boolean isLegal(String name) {
    return LEGAL.allows(name);
  }

  /** Whether this is one of the presets in {@link RetryPolicies}, which cannot be changed. */
  public boolean isPreset() {
    return RetryPolicies.all().containsKey(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
