/**
 * Destinations: what jobs call, for instance a host and port, with a circuit breaker, a gradual
 * release of the backlog after an outage, and retry budgets.
 *
 * <p>Everything here is an immutable value or a pure function: the time and the outcomes of calls
 * are arguments. {@link io.taskforge.destination.DestinationDecision} is the decision that all
 * workers share.
 */
@NullMarked
package io.taskforge.destination;

import org.jspecify.annotations.NullMarked;
