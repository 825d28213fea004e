package io.taskforge.server.access;

import java.util.Locale;

/** How much a key allows; each scope includes those before it. */
public enum Scope {
  /** Looking. */
  READ,
  /** Also enqueueing, claiming, changing and redriving jobs, and schedules. */
  WRITE,
  /** Also keys, webhooks and the audit log; without a tenant, also what all tenants share. */
  ADMIN;

  /** As people write it: read, write, admin. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean includes(Scope other) {
    return compareTo(other) >= 0;
  }
}
