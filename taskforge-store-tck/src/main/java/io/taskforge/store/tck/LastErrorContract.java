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
import io.taskforge.query.JobFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last error of a job, and lists by error type. */
interface LastErrorContract extends FollowUpsUnderTest {
  @Test
  default void cancelled_retries_keep_the_error_they_were_for() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    saysTimeout(claimed.id(), JobState.FAILED);
  }

  @Test
  default void a_retrying_job_that_is_cancelled_keeps_its_error() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    cancel(claimed.id());

    saysTimeout(claimed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_failed_job_that_is_cancelled_keeps_its_error() {
    ClaimedJob claimed = running(aJob());
    settle(givenUp(claimed));
    cancel(claimed.id());

    saysTimeout(claimed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_job_that_was_cancelled_and_runs_again_keeps_its_error_until_it_succeeds() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ofHours(1)));
    cancel(claimed.id());
    change(claimed.id(), new JobChange.RetryNow());
    saysTimeout(claimed.id(), JobState.QUEUED);
    cancel(claimed.id());
    saysTimeout(claimed.id(), JobState.CANCELLED);
    change(claimed.id(), new JobChange.RetryNow());
    ClaimedJob again = claimOne();
    saysTimeout(claimed.id(), JobState.RUNNING);
    settle(succeeded(again));

    saysNothing(claimed.id(), JobState.SUCCEEDED);
  }

  @Test
  default void runs_that_are_put_off_or_lost_without_a_word_keep_the_error_before_them() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO));
    saysTimeout(claimed.id(), JobState.RETRYING);
    settle(snoozed(claimOne(), Duration.ZERO));
    saysTimeout(claimed.id(), JobState.RETRYING);
    settle(interrupted(claimOne()));
    saysTimeout(claimed.id(), JobState.RETRYING);
    claimOne();
    letLeasesExpire();
    settle(lost(rescue().get(0)));
    saysTimeout(claimed.id(), JobState.RETRYING);
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    saysTimeout(claimed.id(), JobState.FAILED);
  }

  @Test
  default void the_last_of_several_errors_is_told() {
    Failure refused = Failure.of(ErrorType.of("refused"), FailureKind.TRANSIENT, "go away");
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO, refused));
    settle(retried(claimOne(), Duration.ofHours(1)));
    change(claimed.id(), new JobChange.CancelRetries("hopeless"));

    saysTimeout(claimed.id(), JobState.FAILED);
    assertThat(found(JobFilter.all(10).errorType("refused"))).isEmpty();
  }

  @Test
  default void a_job_that_never_failed_says_nothing() {
    JobId waiting = enqueue(aJob().at(START.plusSeconds(60)));
    saysNothing(waiting, JobState.QUEUED);
    cancel(waiting);
    saysNothing(waiting, JobState.CANCELLED);
    ClaimedJob snoozed = running(aJob());
    saysNothing(snoozed.id(), JobState.RUNNING);
    settle(snoozed(snoozed, Duration.ofHours(1)));
    cancel(snoozed.id());

    saysNothing(snoozed.id(), JobState.CANCELLED);
  }

  @Test
  default void a_job_that_succeeds_after_failures_says_nothing_any_more() {
    ClaimedJob claimed = running(aJob());
    settle(retried(claimed, Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));

    saysNothing(claimed.id(), JobState.SUCCEEDED);
  }

  @Test
  default void a_run_that_ends_its_job_without_a_failure_has_the_last_word() {
    Echo echo = echo();
    ClaimedJob discarded = running(aJob());
    settle(retried(discarded, Duration.ZERO));
    settle(discarded(claimOne()));
    saysNothing(discarded.id(), JobState.CANCELLED);
    agreesWithItsJob(only(echo));
    ClaimedJob stopped = running(aJob());
    settle(retried(stopped, Duration.ZERO));
    ClaimedJob retry = claimOne();
    cancel(stopped.id());
    settleCancelled(snoozed(retry, Duration.ZERO));

    saysNothing(stopped.id(), JobState.CANCELLED);
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
    saysTimeout(dead.id(), JobState.DEAD);
    change(dead.id(), new JobChange.Redrive(null));

    saysTimeout(dead.id(), JobState.QUEUED);
  }

  private static JobError timeout() {
    return new JobError("timeout", FailureKind.TRANSIENT, "no answer in 5 s");
  }

  private void saysTimeout(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("Timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isEqualTo(timeout());
    assertThat(found(all)).containsExactly(id);
    assertThat(found(all.state(state))).containsExactly(id);
    assertThat(store().queries().count(all.state(state))).isEqualTo(1);
    assertThat(found(all.state(state).fingerprint(FailureFingerprint.of(TIMEOUT))))
        .containsExactly(id);
  }

  private void saysNothing(JobId id, JobState state) {
    JobFilter all = JobFilter.all(10).errorType("timeout");
    assertThat(job(id).state()).isEqualTo(state);
    assertThat(job(id).lastError()).isNull();
    assertThat(found(all)).isEmpty();
    assertThat(found(all.state(state))).isEmpty();
  }

  private List<JobId> found(JobFilter filter) {
    return store().queries().list(filter).items().stream().map(Job::id).toList();
  }
}
