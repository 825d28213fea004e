package io.taskforge.store.tck;

import static io.taskforge.store.tck.JobDraft.aJob;
import static io.taskforge.store.tck.Settlements.TIMEOUT;
import static io.taskforge.store.tck.Settlements.deadLettered;
import static io.taskforge.store.tck.Settlements.discarded;
import static io.taskforge.store.tck.Settlements.givenUp;
import static io.taskforge.store.tck.Settlements.interrupted;
import static io.taskforge.store.tck.Settlements.lost;
import static io.taskforge.store.tck.Settlements.retried;
import static io.taskforge.store.tck.Settlements.snoozed;
import static io.taskforge.store.tck.Settlements.succeeded;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobError;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last error of a job, and lists by error type and failure kind. */
interface LastErrorContract extends FollowUpsUnderTest {
  @Test
  default void cancelled_retries_keep_the_error_they_were_for() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    assertTimeoutError(claimed.id(), JobState.FAILED);
  }

  @Test
  default void a_retrying_job_that_is_cancelled_keeps_its_error() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    cancel(claimed.id());

    assertTimeoutError(claimed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_failed_job_that_is_cancelled_keeps_its_error() {
    ClaimedJob claimed = running(aJob());
    settle(givenUp(claimed));
    cancel(claimed.id());

    assertTimeoutError(claimed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_job_that_was_cancelled_and_runs_again_keeps_its_error_until_it_succeeds() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    cancel(claimed.id());
    change(claimed.id(), new JobChange.RetryNow());
    assertTimeoutError(claimed.id(), JobState.QUEUED);
    cancel(claimed.id());
    assertTimeoutError(claimed.id(), JobState.CANCELLED);
    change(claimed.id(), new JobChange.RetryNow());
    ClaimedJob again = claimOne();
    assertTimeoutError(claimed.id(), JobState.RUNNING);
    settle(succeeded(again));

    assertNoError(claimed.id(), JobState.SUCCEEDED);
  }

  @Test
  default void snoozed_interrupted_and_lost_attempts_keep_the_previous_error() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO));
    assertTimeoutError(claimed.id(), JobState.RETRYING);
    settle(snoozed(claimOne(), Duration.ZERO));
    assertTimeoutError(claimed.id(), JobState.RETRYING);
    settle(interrupted(claimOne()));
    assertTimeoutError(claimed.id(), JobState.RETRYING);
    claimOne();
    letLeasesExpire();
    settle(lost(rescue().get(0)));
    assertTimeoutError(claimed.id(), JobState.RETRYING);
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    assertTimeoutError(claimed.id(), JobState.FAILED);
  }

  @Test
  default void the_latest_of_several_errors_is_the_last_error() {
    Failure refused = Failure.of(ErrorType.of("refused"), FailureKind.TRANSIENT, "go away");
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO, refused));
    settle(retried(claimOne(), Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    assertTimeoutError(claimed.id(), JobState.FAILED);
    assertThat(found(JobFilter.all(10).errorType("refused"))).isEmpty();
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
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));

    assertNoError(claimed.id(), JobState.SUCCEEDED);
  }

  @Test
  default void a_run_that_ends_its_job_without_a_failure_has_the_last_word() {
    Echo echo = echo();
    ClaimedJob discarded = running(aJob());
    settle(retried(discarded, Duration.ZERO));
    settle(discarded(claimOne()));
    assertNoError(discarded.id(), JobState.CANCELLED);
    agreesWithItsJob(only(echo));
    ClaimedJob stopped = running(aJob());
    settle(retried(stopped, Duration.ZERO));
    ClaimedJob retry = claimOne();
    cancel(stopped.id());
    settleCancelled(snoozed(retry, Duration.ZERO));

    assertNoError(stopped.id(), JobState.CANCELLED);
    agreesWithItsJob(echo.ends().get(1));
  }

  @Test
  default void what_follows_a_cancel_is_told_the_error_too() {
    Echo echo = echo();
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    assertThat(only(echo).error()).isEqualTo(timeout());
    agreesWithItsJob(only(echo));
  }

  @Test
  default void a_redriven_job_still_shows_what_went_wrong_before() {
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, "dead", "poison"));
    assertTimeoutError(dead.id(), JobState.DEAD);
    change(dead.id(), new JobChange.Redrive(null));

    assertTimeoutError(dead.id(), JobState.QUEUED);
  }

  @Test
  default void a_failure_kind_lists_jobs_whose_last_failure_was_of_it_in_each_state() {
    Failure busy = Failure.of(ErrorType.of("busy"), FailureKind.OVERLOAD, "no room");
    ClaimedJob again = running(aJob().of("acme"));
    settle(retried(again, Duration.ZERO, busy));
    claimOne();
    ClaimedJob retrying = running(aJob().of("acme"));
    settle(retried(retrying, Duration.ofHours(1), busy));
    ClaimedJob failed = running(aJob());
    settle(givenUp(failed, busy));
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, "dead", "poison", busy));
    ClaimedJob changed = running(aJob());
    settle(retried(changed, Duration.ZERO, busy));
    settle(givenUp(claimOne()));
    enqueue(aJob());

    JobFilter all = JobFilter.all(100);
    JobFilter overload = all.failureKind(FailureKind.OVERLOAD);
    assertThat(found(overload)).containsExactly(dead.id(), failed.id(), retrying.id(), again.id());
    assertThat(found(overload.state(JobState.RUNNING))).containsExactly(again.id());
    assertThat(found(overload.state(JobState.RETRYING))).containsExactly(retrying.id());
    assertThat(found(overload.state(JobState.FAILED))).containsExactly(failed.id());
    assertThat(found(overload.state(JobState.DEAD))).containsExactly(dead.id());
    assertThat(found(overload.tenant(new TenantId("acme"))))
        .containsExactly(retrying.id(), again.id());
    assertThat(store().queries().count(overload)).isEqualTo(4);
    assertThat(found(all.failureKind(FailureKind.TRANSIENT))).containsExactly(changed.id());
    assertThat(found(all.failureKind(FailureKind.PERMANENT))).isEmpty();
  }

  private static JobError timeout() {
    return new JobError("timeout", FailureKind.TRANSIENT, "no answer in 5 s");
  }

  private void assertTimeoutError(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("Timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isEqualTo(timeout());
    assertThat(found(all)).containsExactly(id);
    assertThat(found(all.state(state))).containsExactly(id);
    assertThat(store().queries().count(all.state(state))).isEqualTo(1);
    assertThat(found(all.state(state).fingerprint(FailureFingerprint.of(TIMEOUT))))
        .containsExactly(id);
  }

  private void assertNoError(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("Timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isNull();
    assertThat(found(all)).isEmpty();
    assertThat(found(JobFilter.all(10).failureKind(FailureKind.TRANSIENT))).isEmpty();
    assertThat(found(all.state(state))).isEmpty();
  }

  private List<JobId> found(JobFilter filter) {
    return store().queries().list(filter).items().stream().map(Job::id).toList();
  }
}
