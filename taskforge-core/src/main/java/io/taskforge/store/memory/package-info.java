/** A store in memory: the same contract as the durable ones, for tests and simulation. */
@NullMarked
package io.taskforge.store.memory;

import org.jspecify.annotations.NullMarked;
