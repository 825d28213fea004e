package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The last error of a job, and lists by error type and failure kind. */
interface LastErrorContract extends FollowUpsUnderTest {
  @Test
  default void cancelled_retries_keep_the_error_they_were_for() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancelRetries(id);

    assertTimeoutError(id, JobState.FAILED);
  }

  @Test
  default void a_retrying_job_that_is_cancelled_keeps_its_error() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancel(id);

    assertTimeoutError(id, JobState.CANCELLED);
  }

  @Test
  default void a_failed_job_that_is_cancelled_keeps_its_error() {
    JobId id = settled(this::givenUp);
    cancel(id);

    assertTimeoutError(id, JobState.CANCELLED);
  }

  @Test
  default void a_job_that_was_cancelled_and_runs_again_keeps_its_error_until_it_succeeds() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancel(id);
    retryNow(id);
    assertTimeoutError(id, JobState.QUEUED);
    cancel(id);
    assertTimeoutError(id, JobState.CANCELLED);
    retryNow(id);
    ClaimedJob again = claimOne();
    assertTimeoutError(id, JobState.RUNNING);
    settle(succeeded(again));

    assertNoError(id, JobState.SUCCEEDED);
  }

  @Test
  default void snoozed_interrupted_and_lost_attempts_keep_the_previous_error() {
    JobId id = settled(job -> retried(job, Duration.ZERO));
    assertTimeoutError(id, JobState.RETRYING);
    settle(snoozed(claimOne(), Duration.ZERO));
    assertTimeoutError(id, JobState.RETRYING);
    settle(interrupted(claimOne()));
    assertTimeoutError(id, JobState.RETRYING);
    claimOne();
    loseLease();
    assertTimeoutError(id, JobState.RETRYING);
    cancelRetries(id);

    assertTimeoutError(id, JobState.FAILED);
  }

  @Test
  default void the_latest_of_several_errors_is_the_last_error() {
    Failure refused = failure("refused", FailureKind.TRANSIENT, "go away");
    JobId id = settled(job -> retried(job, Duration.ZERO, refused));
    settle(retried(claimOne(), Duration.ofHours(1)));
    cancelRetries(id);

    assertTimeoutError(id, JobState.FAILED);
    assertThat(listed(JobFilter.all(10).errorType("refused"))).isEmpty();
  }

  @Test
  default void a_job_that_never_failed_has_no_last_error() {
    JobId waiting = enqueue(aJob().at(START.plusSeconds(60)));
    assertNoError(waiting, JobState.QUEUED);
    cancel(waiting);
    assertNoError(waiting, JobState.CANCELLED);
    ClaimedJob snoozed = running(aJob());
    assertNoError(snoozed.id(), JobState.RUNNING);
    settle(snoozed(snoozed, Duration.ofHours(1)));
    cancel(snoozed.id());

    assertNoError(snoozed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_job_that_succeeds_after_failures_has_no_last_error() {
    JobId id = settled(job -> retried(job, Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));

    assertNoError(id, JobState.SUCCEEDED);
  }

  @Test
  default void a_run_that_ends_its_job_without_a_failure_has_the_last_word() {
    Echo echo = echo();
    JobId discarded = settled(job -> retried(job, Duration.ZERO));
    settle(discarded(claimOne()));
    assertNoError(discarded, JobState.CANCELLED);
    agreesWithItsJob(only(echo));
    JobId stopped = settled(job -> retried(job, Duration.ZERO));
    ClaimedJob retry = claimOne();
    cancel(stopped);
    settleCancelled(snoozed(retry, Duration.ZERO));

    assertNoError(stopped, JobState.CANCELLED);
    agreesWithItsJob(echo.ends().get(1));
  }

  @Test
  default void what_follows_a_cancel_is_told_the_error_too() {
    Echo echo = echo();
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancelRetries(id);

    assertThat(only(echo).error()).isEqualTo(TIMEOUT_ERROR);
    agreesWithItsJob(only(echo));
  }

  @Test
  default void a_redriven_job_still_shows_what_went_wrong_before() {
    JobId dead = dead(aJob());
    assertTimeoutError(dead, JobState.DEAD);
    redrive(dead);

    assertTimeoutError(dead, JobState.QUEUED);
  }

  @Test
  default void a_failure_kind_lists_jobs_whose_last_failure_was_of_it_in_each_state() {
    Failure busy = failure("busy", FailureKind.OVERLOAD, "no room");
    JobId again = settled(aJob().of("acme"), job -> retried(job, Duration.ZERO, busy));
    claimOne();
    JobId retrying = settled(aJob().of("acme"), job -> retried(job, Duration.ofHours(1), busy));
    JobId failed = settled(job -> givenUp(job, busy));
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, busy));
    JobId changed = settled(job -> retried(job, Duration.ZERO, busy));
    settle(givenUp(claimOne()));
    enqueue(aJob());

    JobFilter all = JobFilter.all(100);
    JobFilter overload = all.failureKind(FailureKind.OVERLOAD);
    assertThat(listed(overload)).containsExactly(dead.id(), failed, retrying, again);
    assertThat(listed(overload.state(JobState.RUNNING))).containsExactly(again);
    assertThat(listed(overload.state(JobState.RETRYING))).containsExactly(retrying);
    assertThat(listed(overload.state(JobState.FAILED))).containsExactly(failed);
    assertThat(listed(overload.state(JobState.DEAD))).containsExactly(dead.id());
    assertThat(listed(overload.tenant(tenant("acme")))).containsExactly(retrying, again);
    assertThat(queries().count(overload)).isEqualTo(4);
    assertThat(listed(all.failureKind(FailureKind.TRANSIENT))).containsExactly(changed);
    assertThat(listed(all.failureKind(FailureKind.PERMANENT))).isEmpty();
  }

  private void assertTimeoutError(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("Timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isEqualTo(TIMEOUT_ERROR);
    assertThat(listed(all)).containsExactly(id);
    assertThat(listed(all.state(state))).containsExactly(id);
    assertThat(queries().count(all.state(state))).isEqualTo(1);
    assertThat(listed(all.state(state).fingerprint(FailureFingerprint.of(TIMEOUT))))
        .containsExactly(id);
  }

  private void assertNoError(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("Timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isNull();
    assertThat(listed(all)).isEmpty();
    assertThat(listed(JobFilter.all(10).failureKind(FailureKind.TRANSIENT))).isEmpty();
    assertThat(listed(all.state(state))).isEmpty();
  }
}
