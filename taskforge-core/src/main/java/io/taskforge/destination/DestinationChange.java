package io.taskforge.destination;

import io.taskforge.text.StoredText;
import java.time.Instant;

/**
 * A change of a destination that operators want to know about.
 *
 * @param reason why, in one line
 */
public record DestinationChange(Kind kind, Instant at, String reason) {
  public DestinationChange {
    reason = StoredText.text(reason);
  }

  /** What changed. */
  public enum Kind {
    /** The breaker opened: too many calls failed. */
    OPENED,
    /** The breaker is half-open and lets probes through. */
    PROBING,
    /** A probe failed and the breaker opened again. */
    REOPENED,
    /** The backlog is released at a growing rate. */
    RECOVERING,
    /** Calls are no longer limited. */
    RECOVERED,
    /** A Retry-After or an operator holds the destination. */
    HELD,
    /** A hold has expired, or an operator ended it. */
    RELEASED
  }
}
