package io.taskforge.event;

/**
 * Is told of every change of a job's state that this process makes, after the store has it. Called
 * on the engine's threads, one at a time for each job and in order, and for what a person changes
 * or a remote worker reports on the caller's: be quick. What it throws is logged and changes
 * nothing.
 */
@FunctionalInterface
public interface JobListener {
  /** A job changed its state. */
  void on(JobEvent event);
}
