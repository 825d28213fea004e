/**
 * Dead letters in bulk: redrives, which take many jobs out of their dead letter queues at a chosen
 * rate, and stop by themselves if too many fail again.
 *
 * <p>A {@link io.taskforge.deadletter.Redrive} is an immutable value that is kept in the store;
 * workers carry it out, any number of them, and go on where one of them broke off.
 */
@NullMarked
package io.taskforge.deadletter;

import org.jspecify.annotations.NullMarked;
