/** Moves dead letters back to their queues, batch by batch. */
@NullMarked
package io.taskforge.engine.redrive;

import org.jspecify.annotations.NullMarked;
