package io.taskforge.store.tck;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryPatterns;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Figures counted from jobs and their attempts, to compare with a store's statistics. */
record RawCount(
    long started,
    Map<JobState, Long> ended,
    List<Long> retries,
    Map<Integer, RetryPatterns.Outcomes> outcomes,
    Map<FailureKind, Long> failures,
    double runMicros,
    double delayMicros) {
  /** Returns the figures of a store's statistics. */
  static RawCount of(Collection<AttemptTally> tallies) {
    JobFigures figures = JobFigures.of(tallies);
    Map<JobState, Long> ended = new TreeMap<>(figures.ended());
    ended.values().removeIf(count -> count == 0);
    Map<FailureKind, Long> failures = new TreeMap<>(figures.failures());
    failures.values().removeIf(count -> count == 0);
    return new RawCount(
        figures.started(),
        ended,
        List.of(
            figures.retries().total(), figures.retries().successful(), figures.retries().failed()),
        RetryPatterns.of(tallies).outcomesByAttempt(),
        failures,
        figures.runTimes().sumMicros(),
        figures.retryDelays().sumMicros());
  }

  /** Counts the history of jobs that were never redriven. */
  static RawCount of(StoreUnderTest test, List<JobId> ids, StatisticsFilter filter) {
    long started = 0;
    Map<JobState, Long> ended = new TreeMap<>();
    Map<Integer, RetryPatterns.Outcomes> outcomes = new TreeMap<>();
    Map<FailureKind, Long> failures = new TreeMap<>();
    long succeeded = 0;
    long failed = 0;
    long cancelled = 0;
    double runMicros = 0;
    double delayMicros = 0;
    Map<JobId, List<Attempt>> attempts = test.attempts(ids);
    for (Job job : test.queries().jobs(ids).values()) {
      if (filter.tenant() != null && !filter.tenant().equals(job.tenant())) {
        continue;
      }
      if (filter.queue() != null && !filter.queue().equals(home(job))) {
        continue;
      }
      if (job.state().isFinal()) {
        ended.merge(job.state(), 1L, Long::sum);
      }
      for (Attempt attempt : attempts.getOrDefault(job.id(), List.of())) {
        AttemptStatus status = attempt.status();
        if (status == AttemptStatus.RUNNING) {
          continue;
        }
        started += attempt.isStarted() ? 1 : 0;
        runMicros += micros(attempt.duration());
        boolean bad =
            attempt.isStarted() && (status == AttemptStatus.FAILED || status == AttemptStatus.LOST);
        if (bad && attempt.failureKind() != null) {
          failures.merge(attempt.failureKind(), 1L, Long::sum);
        }
        delayMicros += status == AttemptStatus.FAILED ? micros(attempt.delay()) : 0;
        boolean good = status == AttemptStatus.SUCCEEDED;
        boolean cancel = status == AttemptStatus.CANCELLED;
        if (attempt.retry() > 0 && (good || bad || cancel)) {
          outcomes.merge(
              attempt.retry() + 1,
              new RetryPatterns.Outcomes(good ? 1 : 0, bad ? 1 : 0, cancel ? 1 : 0),
              RawCount::sum);
          succeeded += good ? 1 : 0;
          failed += bad ? 1 : 0;
          cancelled += cancel && attempt.isStarted() ? 1 : 0;
        }
      }
    }
    return new RawCount(
        started,
        ended,
        List.of(succeeded + failed + cancelled, succeeded, failed),
        outcomes,
        failures,
        runMicros,
        delayMicros);
  }

  private static long micros(@Nullable Duration duration) {
    return duration == null ? 0 : duration.toNanos() / 1_000;
  }

  private static QueueName home(Job job) {
    DeadLetter dead = job.deadLetter();
    return dead == null ? job.queue() : dead.movedFrom();
  }

  private static RetryPatterns.Outcomes sum(
      RetryPatterns.Outcomes one, RetryPatterns.Outcomes other) {
    return new RetryPatterns.Outcomes(
        one.succeeded() + other.succeeded(),
        one.failed() + other.failed(),
        one.cancelled() + other.cancelled());
  }
}
