package io.taskforge.engine;

import io.taskforge.failure.Failure;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Attempt;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the retry policy that applies to a stored job, and what it would decide. */
public record JobPolicies(EngineConfig config, JobStore store) {
  public EffectivePolicy effective(Job job) {
    StoredPolicies stored = new StoredPolicies(store, config.failures().policyJson());
    return new NearestPolicy(config, stored).of(job.retryPolicy(), job.type(), settings(job));
  }

  /** A dead letter is in another queue than the one whose policy applied. */
  private QueueSettings settings(Job job) {
    QueueName home = job.deadLetter() == null ? job.queue() : job.deadLetter().movedFrom();
    return store.queue(home).map(Queue::settings).orElse(QueueSettings.NONE);
  }

  /**
   * Returns what the policy would decide if an attempt of this job failed with this error.
   *
   * @param attempts the job's attempts, oldest first
   */
  public RetryRecommendation recommend(Job job, List<Attempt> attempts, ReportedError error) {
    Failure failure = config.failures().classifier().classify(error, "");
    RetryRecommendation answer =
        effective(job).policy().recommend(failure, situation(job, thisRound(job, attempts)));
    boolean repeatable = job.guarantee() == Guarantee.AT_LEAST_ONCE;
    return new RetryRecommendation(
        repeatable && answer.shouldRetry(),
        answer.maxAttemptsReached(),
        nextAttempt(job),
        repeatable ? answer.delay() : null,
        repeatable ? answer.reason() : GiveUpReason.AT_MOST_ONCE);
  }

  /** The attempt after the one that is supposed to fail: the latest, or the next if it waits. */
  private static int nextAttempt(Job job) {
    boolean waits = !job.state().isFinal() && job.state() != JobState.RUNNING;
    return Math.max(1, job.attempt() + (waits ? 1 : 0)) + 1;
  }

  private static List<Attempt> thisRound(Job job, List<Attempt> attempts) {
    return attempts.stream()
        .filter(attempt -> attempt.number().earlier() == job.number().earlier())
        .filter(Attempt::isStarted)
        .toList();
  }

  private RetryContext situation(Job job, List<Attempt> attempts) {
    Instant now = store.now();
    Instant first = attempts.isEmpty() ? null : attempts.get(0).startedAt();
    Duration elapsed = first == null ? Duration.ZERO : Duration.between(first, now);
    // A finished job has already failed; for one that continues, this failure is one more.
    int failures = job.counters().failures() + (job.finishedAt() == null ? 1 : 0);
    return RetryContext.afterFailures(Math.max(1, failures))
        .elapsed(elapsed.isNegative() ? Duration.ZERO : elapsed)
        .previousDelay(previousDelay(attempts))
        .untilDeadline(job.deadline() == null ? null : Duration.between(now, job.deadline()));
  }

  private static @Nullable Duration previousDelay(List<Attempt> attempts) {
    for (int i = attempts.size() - 1; i >= 0; i--) {
      Attempt attempt = attempts.get(i);
      if (attempt.failureKind() != null && attempt.delay() != null) {
        return attempt.delay();
      }
    }
    return null;
  }
}
