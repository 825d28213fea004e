package io.taskforge.server.access;

/**
 * The authorization that a route requires.
 *
 * @param open whether it may be called without an API key
 * @param operatorsOnly whether it requires a key for all tenants
 */
public record Access(Scope scope, boolean open, boolean operatorsOnly) {
  public static final Access OPEN = new Access(Scope.READ, true, false);

  /** For the resources of a tenant. */
  public static Access own(Scope scope) {
    return new Access(scope, false, false);
  }

  /** For resources that all tenants share. */
  public static Access shared(Scope scope) {
    return new Access(scope, false, true);
  }
}
