package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param name for the audit log: the key's id, or {@code local}
 * @param tenant whose things it sees and changes; null for everybody's
 */
public record Caller(String name, @Nullable TenantId tenant, Scope scope) {
  /** Anybody on this machine, while no key is needed. */
  public static final Caller LOCAL = new Caller("local", null, Scope.ADMIN);

  /** Somebody who may be anybody, where it makes no difference. */
  public static final Caller NOBODY = new Caller("nobody", TenantId.DEFAULT, Scope.READ);

  /** Whether it is bound to no tenant, and so sees what all of them share. */
  public boolean isOperator() {
    return tenant == null;
  }

  /** Whether what belongs to {@code owner} is there at all, as far as this caller can tell. */
  public boolean sees(TenantId owner) {
    return tenant == null || tenant.equals(owner);
  }

  /**
   * Returns whose things a list or a search shows; null for everybody's.
   *
   * @param asked whose were asked for; null for all that the caller may see
   * @throws ForbiddenException if that is another tenant
   */
  public @Nullable TenantId only(@Nullable TenantId asked) {
    if (asked == null) {
      return tenant;
    }
    if (!sees(asked)) {
      throw new ForbiddenException("this key is for tenant " + tenant + " only");
    }
    return asked;
  }

  /**
   * Returns whose a new thing is.
   *
   * @param asked whose it was said to be; null for the caller's own tenant
   * @throws ForbiddenException if that is another tenant
   */
  public TenantId owner(@Nullable TenantId asked) {
    TenantId owner = only(asked);
    return owner == null ? TenantId.DEFAULT : owner;
  }

  /**
   * Lets it pass, or says what it lacks.
   *
   * @throws ForbiddenException if it lacks something
   */
  public void check(Access access) {
    if (!scope.includes(access.scope())) {
      throw new ForbiddenException("this needs a key of scope " + access.scope().word());
    }
    if (access.operatorsOnly() && !isOperator()) {
      throw new ForbiddenException(
          "all tenants share this; it needs a key that is bound to no tenant");
    }
  }
}
