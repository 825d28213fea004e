package io.taskforge.store;

import io.taskforge.job.TaskForgeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The store could not do what it was asked, or nobody knows whether it did. The message names the
 * action.
 */
public final class StoreException extends TaskForgeException {
  private static final long serialVersionUID = 1L;

  private final boolean transientFault;
  private final @Nullable Outage outage;

  public StoreException(String action, boolean transientFault, @Nullable Throwable cause) {
    super("could not " + action + (cause == null ? "" : ": " + cause.getMessage()), cause);
    this.transientFault = transientFault;
    this.outage = null;
  }

  /** A call that failed because the store as a whole is in trouble. */
  public StoreException(String action, Outage outage, Throwable cause) {
    super(
        "could not %s: %s (%s); %s"
            .formatted(action, outage.description(), cause.getMessage(), outage.advice()),
        cause);
    this.transientFault = outage != Outage.CORRUPT;
    this.outage = outage;
  }

  /**
   * Whether the same call may succeed later: the database is away, or two calls got in each other's
   * way.
   */
  public boolean isTransient() {
    return transientFault;
  }

  /** What is wrong with the store as a whole; null if this call alone failed. */
  public @Nullable Outage outage() {
    return outage;
  }

  /** How a caller that tries again logs this: {@link StoreHealth} has logged the outage. */
  public Level logLevel() {
    return outage == null ? Level.WARN : Level.DEBUG;
  }
}
