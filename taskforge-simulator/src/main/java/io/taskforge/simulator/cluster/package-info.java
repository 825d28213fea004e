/**
 * Deterministic simulation of whole clusters: production engines on an in-memory store, in one
 * thread and virtual time, under faults that a seed chooses. The same seed gives the same events.
 */
@NullMarked
package io.taskforge.simulator.cluster;

import org.jspecify.annotations.NullMarked;
