package io.taskforge.destination;

import java.time.Instant;

/**
 * A destination of which failures are known.
 *
 * @param changedAt when its state last changed, by the store's clock
 */
public record Destination(DestinationId id, DestinationState state, Instant changedAt) {
  /** The number of destinations that a worker keeps track of while they do not work normally. */
  public static final int MAX_DOWN = 10_000;
}
