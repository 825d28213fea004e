package io.taskforge.job;

import java.util.regex.Pattern;

/** The tenant that a job belongs to: 1 to 64 of {@code a-z A-Z 0-9 . _ -}. */
public record TenantId(String value) implements Comparable<TenantId> {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}");

  /** The tenant of jobs that name none. */
  public static final TenantId DEFAULT = new TenantId("default");

  public TenantId {
    if (!LEGAL.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "tenant must match %s but was '%s'".formatted(LEGAL, value));
    }
  }

  @Override
  public int compareTo(TenantId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
