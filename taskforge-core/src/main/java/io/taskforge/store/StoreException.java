package io.taskforge.store;

import io.taskforge.TaskForgeException;
import org.jspecify.annotations.Nullable;

/**
 * The store could not do what it was asked, or nobody knows whether it did. The message names the
 * action.
 */
public final class StoreException extends TaskForgeException {
  private static final long serialVersionUID = 1L;

  private final boolean transientFault;

  public StoreException(String action, boolean transientFault, @Nullable Throwable cause) {
    super("could not " + action + (cause == null ? "" : ": " + cause.getMessage()), cause);
    this.transientFault = transientFault;
  }

  /**
   * Whether the same call may succeed later: the database is away, or two calls got in each other's
   * way.
   */
  public boolean isTransient() {
    return transientFault;
  }
}
