/**
 * What-if on history: replays recorded attempts against another retry policy, and recommends the
 * smallest policy that would have been enough.
 */
@NullMarked
package io.taskforge.simulator.history;

import org.jspecify.annotations.NullMarked;
