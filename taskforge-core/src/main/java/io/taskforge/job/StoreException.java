package io.taskforge.job;

import org.jspecify.annotations.Nullable;

/** Thrown if a call of the store fails or its outcome is unknown. The message names the action. */
public final class StoreException extends TaskForgeException {
  private static final long serialVersionUID = 1L;

  private final boolean transientFault;
  private final @Nullable Outage outage;

  /**
   * Creates an exception for a failed action, such as {@code claim jobs}.
   *
   * @param transientFault whether the same action may succeed later
   */
  public StoreException(String action, boolean transientFault, @Nullable Throwable cause) {
    super("could not " + action + (cause == null ? "" : ": " + cause.getMessage()), cause);
    this.transientFault = transientFault;
    this.outage = null;
  }

  /** Creates the exception of a call that failed because of an outage. */
  public StoreException(String action, Outage outage, Throwable cause) {
    super(
        "could not %s: %s (%s); %s"
            .formatted(action, outage.description(), cause.getMessage(), outage.advice()),
        cause);
    this.transientFault = outage != Outage.CORRUPT;
    this.outage = outage;
  }

  /**
   * Whether the same call may succeed later: the database is unavailable, or there was a conflict.
   */
  public boolean isTransient() {
    return transientFault;
  }

  /** The outage of the store; null if only this call failed. */
  public @Nullable Outage outage() {
    return outage;
  }
}
