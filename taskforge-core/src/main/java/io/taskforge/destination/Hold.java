package io.taskforge.destination;

import io.taskforge.text.StoredText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a destination must not be called, whatever its breaker says.
 *
 * @param until when it ends; null until an operator releases it
 * @param reason why, for instance {@code Retry-After}
 * @param by the operator who asked for it; null if the destination did, by Retry-After
 */
public record Hold(@Nullable Instant until, String reason, @Nullable String by) {
  public Hold {
    reason = StoredText.text(reason);
    by = by == null ? null : StoredText.text(by);
  }

  /** Whether an operator asked for it. */
  public boolean byOperator() {
    return by != null;
  }

  /** Returns this hold with another end: who asked for it, and why, stay. */
  Hold until(Instant end) {
    return new Hold(end, reason, by);
  }

  boolean endedAt(Instant now) {
    return until != null && !now.isBefore(until);
  }

  /** Whether this hold lasts longer than another one. */
  boolean outlasts(@Nullable Hold other) {
    if (other == null) {
      return true;
    }
    return other.until != null && (until == null || until.isAfter(other.until));
  }
}
