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

  /** Begins assertions on a job as it stood when it was looked up. */
  public static JobAssert assertThat(Job job) {
    return new JobAssert(job);
  }

  /** It waits for its first run. */
  public JobAssert isQueued() {
    return isIn(JobState.QUEUED);
  }

  /** It waits for a retry. */
  public JobAssert isRetrying() {
    return isIn(JobState.RETRYING);
  }

  /** It is done. */
  public JobAssert succeeded() {
    return isIn(JobState.SUCCEEDED);
  }

  /** It was given up. */
  public JobAssert failed() {
    return isIn(JobState.FAILED);
  }

  /** It is in a dead letter queue. */
  public JobAssert isDead() {
    return isIn(JobState.DEAD);
  }

  /** It was stopped or discarded. */
  public JobAssert isCancelled() {
    return isIn(JobState.CANCELLED);
  }

  /** It is in this state. */
  public JobAssert isIn(JobState expected) {
    isNotNull();
    if (actual.state() != expected) {
      failWithMessage(
          "expected job %s to be %s but it is %s after attempt %d, last error %s",
          actual.id(), expected, actual.state(), actual.attempt(), actual.lastError());
    }
    return this;
  }

  /** It has had this many attempts since it was enqueued, redriven or retried by hand. */
  public JobAssert afterAttempts(int expected) {
    isNotNull();
    if (actual.attempt() != expected) {
      failWithMessage(
          "expected job %s to have had %d attempts but it had %d",
          actual.id(), expected, actual.attempt());
    }
    return this;
  }

  /** So many of its attempts have failed since it was enqueued or redriven. */
  public JobAssert withFailures(int expected) {
    isNotNull();
    if (actual.counters().failures() != expected) {
      failWithMessage(
          "expected job %s to have %d failures but it has %s",
          actual.id(), expected, actual.counters());
    }
    return this;
  }

  /** It is due that long after {@code from}. */
  public JobAssert isDueIn(Duration delay, Instant from) {
    isNotNull();
    if (!actual.runAt().equals(from.plus(delay))) {
      failWithMessage(
          "expected job %s to be due at %s but it is due at %s",
          actual.id(), from.plus(delay), actual.runAt());
    }
    return this;
  }

  /** Its latest ended attempt failed with an error of this type. */
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
