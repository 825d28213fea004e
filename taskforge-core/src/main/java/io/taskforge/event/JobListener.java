package io.taskforge.event;

/**
 * Called after each change of a job's state that this process has committed. Called on the engine's
 * threads, or on the caller's thread for changes by users and reports of remote workers; in order
 * for each job. Must be fast. Exceptions are logged and change nothing.
 */
@FunctionalInterface
public interface JobListener {
  /** A job changed its state. */
  void on(JobEvent event);

  /** This process has changed the state of a destination. */
  default void destinationChanged(DestinationEvent event) {}
}
