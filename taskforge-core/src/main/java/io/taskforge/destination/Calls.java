package io.taskforge.destination;

import java.time.Instant;

/**
 * The outcomes of calls that were sent at about the same time.
 *
 * @param sentAt when the calls were sent, not when they ended
 * @param epoch the {@link DestinationState#epoch} that the caller knew when it sent them; {@link
 *     DestinationState#UNKNOWN_EPOCH} if it knew none
 * @param succeeded calls that the destination answered, permanent failures of single jobs included
 * @param failed calls that failed because of the destination: transient failures, overload,
 *     timeouts, and slow calls if these count
 */
public record Calls(Instant sentAt, long epoch, int succeeded, int failed) {
  public Calls {
    if (succeeded < 0 || failed < 0) {
      throw new IllegalArgumentException(
          "counts must not be negative but were %d and %d".formatted(succeeded, failed));
    }
  }
}
