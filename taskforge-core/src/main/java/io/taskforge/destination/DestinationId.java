package io.taskforge.destination;

import io.taskforge.job.TenantId;

/**
 * Identifies a destination of a tenant's jobs. Tenants do not share destinations: a limit that a
 * service sets for one of them says nothing about the others.
 *
 * @param name for instance {@code api.example.com:443}; 1 to 200 characters without spaces and
 *     control characters
 */
public record DestinationId(TenantId tenant, String name) {
  private static final int MAX_CHARACTERS = 200;
  private static final int DELETE = 0x7f;

  public DestinationId {
    if (!isLegal(name)) {
      throw new IllegalArgumentException(
          "destination must be 1 to 200 characters without spaces and control characters but was '%s'"
              .formatted(name));
    }
  }

  /** Whether {@code name} can be the name of a destination. */
  public static boolean isLegal(String name) {
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      if (each <= ' ' || each == DELETE) {
        return false;
      }
    }
    return !name.isEmpty() && name.codePointCount(0, name.length()) <= MAX_CHARACTERS;
  }

  @Override
  public String toString() {
    return tenant.equals(TenantId.DEFAULT) ? name : tenant + "/" + name;
  }
}
