package io.taskforge.deadletter;

/** The state of a redrive. */
public enum RedriveState {
  /** Jobs are being moved, or wait to be. */
  RUNNING,
  /** All matching jobs were processed. */
  DONE,
  /** Stopped by an operator. */
  STOPPED,
  /** Halted automatically, because too many jobs failed again. */
  HALTED;

  /** Whether the redrive has ended. */
  public boolean isFinal() {
    return this != RUNNING;
  }
}
