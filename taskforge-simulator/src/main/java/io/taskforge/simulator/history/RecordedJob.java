package io.taskforge.simulator.history;

import io.taskforge.simulator.history.RecordedAttempt.End;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The attempts of one finished job, oldest first, including those after redrives. */
public record RecordedJob(List<RecordedAttempt> attempts) {
  public RecordedJob {
    attempts = List.copyOf(attempts);
    if (attempts.isEmpty()) {
      throw new IllegalArgumentException("a recorded job must have at least one attempt");
    }
  }

  /** The attempts before any redrive. */
  Stream<RecordedAttempt> firstRound() {
    return attempts.stream().filter(attempt -> attempt.round() == 0);
  }

  /** The attempt that succeeded before any redrive. */
  Optional<RecordedAttempt> success() {
    return firstRound().filter(attempt -> attempt.end() == End.SUCCEEDED).findFirst();
  }

  /** Whether a retry policy had anything to decide. */
  boolean hasFailure() {
    return firstRound().anyMatch(attempt -> attempt.end() == End.FAILED);
  }
}
