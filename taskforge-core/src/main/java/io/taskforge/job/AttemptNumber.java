package io.taskforge.job;

/**
 * A job's position in its history. Every entry of the history is an attempt, except that of a run
 * which ended before its handler was started: cancelled while it waited, past its deadline, or
 * released by its worker before the start. A run that was lost, or released by a remote worker, may
 * have started, so it is an attempt.
 *
 * <p>A round begins when a job is enqueued, redriven, or retried by hand after it had finished; the
 * retry policy counts within it.
 *
 * @param entry the number of the latest entry; grows by one, and none is used twice for a job
 * @param unstarted how many entries are of runs that never started
 * @param earlier how many attempts there were before this round
 */
public record AttemptNumber(int entry, int unstarted, int earlier) {
  /** Before the first entry. */
  public static final AttemptNumber NONE = new AttemptNumber(0, 0, 0);

  public AttemptNumber {
    if (unstarted < 0 || earlier < 0 || entry < unstarted + earlier) {
      throw new IllegalArgumentException(
          "must be at least 0, and entry at least the sum of the others, but was %d, %d, %d"
              .formatted(entry, unstarted, earlier));
    }
  }

  /** How many attempts there were in this round; 1 is the first. */
  public int attempt() {
    return total() - earlier;
  }

  /** How many attempts there were in all rounds. */
  public int total() {
    return entry - unstarted;
  }

  /** Returns the number of the next entry, assuming that it will be an attempt. */
  public AttemptNumber next() {
    return new AttemptNumber(entry + 1, unstarted, earlier);
  }

  /** Returns this number for an entry that is not an attempt. */
  public AttemptNumber neverStarted() {
    return new AttemptNumber(entry, unstarted + 1, earlier);
  }

  /** Returns the number at the start of a new round. */
  public AttemptNumber newRound() {
    return new AttemptNumber(entry, unstarted, total());
  }

  /** Returns the number for people: {@code 2 (8 total)}, or {@code 2} in the first round. */
  @Override
  public String toString() {
    return earlier == 0 ? Integer.toString(attempt()) : attempt() + " (" + total() + " total)";
  }
}
