package io.taskforge.event;

import io.taskforge.destination.DestinationChange;
import io.taskforge.destination.DestinationId;

/**
 * A change of a destination, for instance that its circuit breaker opened.
 *
 * @param shadow whether it was only decided, and changes nothing: see {@link
 *     io.taskforge.destination.DestinationMode#SHADOW}
 */
public record DestinationEvent(
    DestinationId destination, DestinationChange change, boolean shadow) {}
