package io.taskforge.deadletter;

/** Where a redrive stands. */
public enum RedriveState {
  /** Jobs are being moved, or wait for their turn. */
  RUNNING,
  /** Everything that matched was dealt with. */
  DONE,
  /** Somebody stopped it. */
  STOPPED,
  /** It stopped by itself, because too many of the jobs failed again. */
  HALTED;

  /** Whether nothing follows. */
  public boolean isFinal() {
    return this != RUNNING;
  }
}
