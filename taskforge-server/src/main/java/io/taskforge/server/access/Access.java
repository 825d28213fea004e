package io.taskforge.server.access;

/**
 * What a route asks of its caller.
 *
 * @param open whether anybody may call it, with no key at all
 * @param operatorsOnly whether it is about what all tenants share
 */
public record Access(Scope scope, boolean open, boolean operatorsOnly) {
  /** Anybody may, with no key. */
  public static final Access OPEN = new Access(Scope.READ, true, false);

  /** A tenant's own things. */
  public static Access own(Scope scope) {
    return new Access(scope, false, false);
  }

  /** What all tenants share. */
  public static Access shared(Scope scope) {
    return new Access(scope, false, true);
  }
}
