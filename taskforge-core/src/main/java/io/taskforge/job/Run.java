package io.taskforge.job;

import io.taskforge.text.StoredText;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler.
 *
 * @param startedAt when the handler was started, by the store's clock; null if it never was
 * @param duration how long the handler ran, by a monotonic clock; null if it was never started or
 *     still runs
 * @param log lines that the handler wrote
 * @param progress the last progress that the handler reported, from 0 to 1, or null
 */
public record Run(
    @Nullable Instant startedAt,
    @Nullable Duration duration,
    List<String> log,
    @Nullable Double progress) {
  /** The handler was never started. */
  public static final Run NEVER_STARTED = new Run(null, null, List.of(), null);

  public Run {
    // Stores keep microseconds; truncated here, so that all stores return the same value.
    startedAt = startedAt == null ? null : startedAt.truncatedTo(ChronoUnit.MICROS);
    duration = duration == null ? null : duration.truncatedTo(ChronoUnit.MICROS);
    log = StoredText.lines(log);
  }

  /** A finished run without log and progress. */
  public static Run of(Instant startedAt, Duration duration) {
    return new Run(startedAt, duration, List.of(), null);
  }

  /** As {@link #of}; a clock that went backwards gives a duration of 0. */
  public static Run between(Instant startedAt, Instant finishedAt) {
    Duration duration = Duration.between(startedAt, finishedAt);
    return of(startedAt, duration.isNegative() ? Duration.ZERO : duration);
  }

  /** Whether the handler was started, or may have been. */
  public boolean isStarted() {
    return startedAt != null;
  }
}
