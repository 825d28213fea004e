package io.taskforge.stats;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of a period, counted by the time at which attempts ended.
 *
 * @param started attempts whose handler was started
 * @param ended jobs that reached a final state, by that state; every final state has an entry
 * @param failures attempts that failed, by kind of failure; every kind has an entry
 * @param runTimes how long handlers ran
 * @param retryDelays the delays chosen after failed attempts
 * @param waits the time from due to started; without a sum, so it has no average
 */
public record JobFigures(
    long started,
    Map<JobState, Long> ended,
    RetryTotals retries,
    Map<FailureKind, Long> failures,
    DurationHistogram runTimes,
    DurationHistogram retryDelays,
    DurationHistogram waits) {
  public static final JobFigures NONE = of(List.of());

  public JobFigures {
    ended = Collections.unmodifiableMap(new EnumMap<>(ended));
    failures = Collections.unmodifiableMap(new EnumMap<>(failures));
  }

  /** Returns the sum over all tallies. */
  public static JobFigures of(Collection<AttemptTally> tallies) {
    long started = 0;
    Map<JobState, Long> ended = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      if (state.isFinal()) {
        ended.put(state, 0L);
      }
    }
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      failures.put(kind, 0L);
    }
    RetryTotals retries = RetryTotals.NONE;
    DurationHistogram runTimes = DurationHistogram.EMPTY;
    DurationHistogram delays = DurationHistogram.EMPTY;
    DurationHistogram waits = DurationHistogram.EMPTY;
    for (AttemptTally tally : tallies) {
      AttemptCategory category = tally.category();
      long count = tally.count();
      started += category.started() ? count : 0;
      if (category.ended() != null) {
        ended.merge(category.ended(), count, Long::sum);
      }
      if (category.failureKind() != null && category.isFailure()) {
        failures.merge(category.failureKind(), count, Long::sum);
      }
      retries = retries.plus(tally);
      runTimes = runTimes.plus(category.runTimeBucket(), count, tally.runMicros());
      waits = waits.plus(category.waitBucket(), count, 0);
      if (category.status() == AttemptStatus.FAILED) {
        delays = delays.plus(category.delayBucket(), count, tally.delayMicros());
      }
    }
    return new JobFigures(started, ended, retries, failures, runTimes, delays, waits);
  }

  /** Jobs that reached a final state. */
  public long endedJobs() {
    return ended.values().stream().mapToLong(Long::longValue).sum();
  }
}
