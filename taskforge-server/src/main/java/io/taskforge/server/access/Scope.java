package io.taskforge.server.access;

import java.util.Locale;

/** The rights of an API key; each scope includes those before it. */
public enum Scope {
  /** Read everything but keys and the audit log; webhooks without their secrets. */
  READ,
  /** Also enqueue, claim, change and redrive jobs, and manage schedules. */
  WRITE,
  /** Also manage keys, webhooks and the audit log; without a tenant, also shared resources. */
  ADMIN;

  /** The name in requests and settings: read, write, admin. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean includes(Scope other) {
    return compareTo(other) >= 0;
  }
}
