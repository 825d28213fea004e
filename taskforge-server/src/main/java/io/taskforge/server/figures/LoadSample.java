package io.taskforge.server.figures;

import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of the store at one time, and what happened since the previous sample.
 *
 * @param tallies what was counted from {@code from} to {@code at}
 * @param due waiting jobs that are due
 * @param oldestDueAt when the job that has been due the longest became due; null if none is due
 */
public record LoadSample(
    Instant from, Instant at, List<AttemptTally> tallies, long due, @Nullable Instant oldestDueAt) {
  public LoadSample {
    tallies = List.copyOf(tallies);
  }

  public JobFigures figures() {
    return JobFigures.of(tallies);
  }

  /** How long the oldest due job has been due; zero if none is. */
  public Duration oldestDue() {
    Duration due = oldestDueAt == null ? Duration.ZERO : Duration.between(oldestDueAt, at);
    return due.isNegative() ? Duration.ZERO : due;
  }

  /** Returns this sample with the larger load of both and no tallies, for longer steps. */
  LoadSample withPeakOf(LoadSample later) {
    boolean isLarger = later.due >= due;
    Instant oldest =
        later.oldestDue().compareTo(oldestDue()) >= 0 ? later.oldestDueAt : oldestDueAt;
    return new LoadSample(from, later.at, List.of(), isLarger ? later.due : due, oldest);
  }
}
