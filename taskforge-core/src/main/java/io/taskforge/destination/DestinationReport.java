package io.taskforge.destination;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a worker counted since its last report, and what it asks for.
 *
 * @param calls outcomes of calls, by the time at which they were sent
 * @param longestCall the longest timeout of these calls
 * @param retryAfter the longest Retry-After that the destination answered, or null
 * @param errors the last failures, newest first
 * @param epoch the {@link DestinationState#epoch} that it knows
 * @param unused calls that were granted to this worker in that epoch and not sent
 * @param wanted how many calls it could send now
 */
public record DestinationReport(
    List<Calls> calls,
    Duration longestCall,
    @Nullable Duration retryAfter,
    List<DestinationError> errors,
    long epoch,
    int unused,
    int wanted) {
  public DestinationReport {
    calls = List.copyOf(calls);
    errors = List.copyOf(errors);
  }

  /** A report without calls, of a worker that could send this many. */
  public static DestinationReport asking(int wanted) {
    return new DestinationReport(
        List.of(), Duration.ZERO, null, List.of(), DestinationState.UNKNOWN_EPOCH, 0, wanted);
  }

  /** How many granted calls the worker gives back. */
  int unusedOf(DestinationState state) {
    return epoch == state.epoch() ? unused : 0;
  }
}
