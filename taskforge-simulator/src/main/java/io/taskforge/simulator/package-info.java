/**
 * The outage simulator: a discrete-event model of arrivals, workers and a destination that fails
 * for a while, on virtual time. Retries, budget and circuit breaker are the production code.
 */
@NullMarked
package io.taskforge.simulator;

import org.jspecify.annotations.NullMarked;
