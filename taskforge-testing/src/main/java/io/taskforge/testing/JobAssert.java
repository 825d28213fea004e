package io.taskforge.testing;

import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a job: {@code assertThat(forge.job(id)).succeeded().afterAttempts(3)}. */
public final class JobAssert extends AbstractAssert<JobAssert, Job> {
  private JobAssert(Job job) {
    super(job, JobAssert.class);
  }

  /** Starts assertions on a job. */
  public static JobAssert assertThat(Job job) {
    return new JobAssert(job);
  }

  /** Asserts that the job waits for its first run. */
  public JobAssert isQueued() {
    return isIn(JobState.QUEUED);
  }

  /** Asserts that the job waits for a retry. */
  public JobAssert isRetrying() {
    return isIn(JobState.RETRYING);
  }

  /** Asserts that the job succeeded. */
  public JobAssert succeeded() {
    return isIn(JobState.SUCCEEDED);
  }

  /** Asserts that the job failed and will not be retried. */
  public JobAssert failed() {
    return isIn(JobState.FAILED);
  }

  /** Asserts that the job is in a dead letter queue. */
  public JobAssert isDead() {
    return isIn(JobState.DEAD);
  }

  /** Asserts that the job was cancelled or discarded. */
  public JobAssert isCancelled() {
    return isIn(JobState.CANCELLED);
  }

  /** Asserts that the job is in this state. */
  public JobAssert isIn(JobState expected) {
    isNotNull();
    if (actual.state() != expected) {
      failWithMessage(
          "expected job %s to be %s but it is %s after attempt %d, last error %s",
          actual.id(), expected, actual.state(), actual.attempt(), actual.lastError());
    }
    return this;
  }

  /** Asserts the number of attempts since the job was enqueued, redriven or retried manually. */
  public JobAssert afterAttempts(int expected) {
    isNotNull();
    if (actual.attempt() != expected) {
      failWithMessage(
          "expected job %s to have had %d attempts but it had %d",
          actual.id(), expected, actual.attempt());
    }
    return this;
  }

  /** Asserts the number of failed attempts since the job was enqueued or redriven. */
  public JobAssert withFailures(int expected) {
    isNotNull();
    if (actual.counters().failures() != expected) {
      failWithMessage(
          "expected job %s to have %d failures but it has %s",
          actual.id(), expected, actual.counters());
    }
    return this;
  }

  /** Asserts that the job is due this long after {@code from}. */
  public JobAssert isDueIn(Duration delay, Instant from) {
    isNotNull();
    if (!actual.runAt().equals(from.plus(delay))) {
      failWithMessage(
          "expected job %s to be due at %s but it is due at %s",
          actual.id(), from.plus(delay), actual.runAt());
    }
    return this;
  }

  /** Asserts that the latest ended attempt failed with an error of this type. */
  public JobAssert hasError(String type) {
    isNotNull();
    if (actual.lastError() == null || !Objects.equals(actual.lastError().type(), type)) {
      failWithMessage(
          "expected job %s to have failed with %s but its last error is %s",
          actual.id(), type, actual.lastError());
    }
    return this;
  }
}
