package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated sender of a request.
 *
 * @param name for the audit log: the key's id, {@code local}, or {@code user:} and a name
 * @param tenant the tenant it is bound to; null for an operator, who acts for all tenants
 */
public record Caller(String name, @Nullable TenantId tenant, Scope scope) {
  /** Any caller on this machine while authentication is off. */
  public static final Caller LOCAL = new Caller("local", null, Scope.ADMIN);

  /** A placeholder for requests on which the caller has no effect. */
  public static final Caller ANONYMOUS = new Caller("anonymous", TenantId.DEFAULT, Scope.READ);

  /**
   * A user of the application that serves the API, for all tenants. The prefix tells a user called
   * {@code system} or {@code local} from the server itself.
   */
  public static Caller user(String name, Scope scope) {
    return new Caller("user:" + name, null, scope);
  }

  /** Whether it acts for all tenants. */
  public boolean isOperator() {
    return tenant == null;
  }

  /** Whether the resources of {@code owner} are visible to this caller. */
  public boolean sees(TenantId owner) {
    return tenant == null || tenant.equals(owner);
  }

  /**
   * Returns the tenant that a list is restricted to; null for all tenants.
   *
   * @param asked the requested tenant; null for all that are visible to the caller
   * @throws ForbiddenException if the caller is bound to another tenant
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
   * Returns the tenant of a new resource.
   *
   * @param asked the requested tenant; null for the caller's own
   * @throws ForbiddenException if the caller is bound to another tenant
   */
  public TenantId owner(@Nullable TenantId asked) {
    TenantId owner = only(asked);
    return owner == null ? TenantId.DEFAULT : owner;
  }

  /**
   * @throws ForbiddenException if the scope is too low or a key for all tenants is required
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
