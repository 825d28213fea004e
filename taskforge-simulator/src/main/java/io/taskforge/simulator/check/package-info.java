/**
 * Checks the history of a run, simulated or real, against the promises of TaskForge: {@link
 * io.taskforge.simulator.check.Event} is what happened, {@link
 * io.taskforge.simulator.check.Checker} finds every {@link io.taskforge.simulator.check.Violation}
 * of an {@link io.taskforge.simulator.check.Invariant}.
 */
@NullMarked
package io.taskforge.simulator.check;

import org.jspecify.annotations.NullMarked;
