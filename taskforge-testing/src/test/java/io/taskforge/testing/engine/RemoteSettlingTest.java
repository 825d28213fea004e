package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.event.JobEvent;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteResult;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteSettled.Committed;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What reports of remote workers do. */
class RemoteSettlingTest {
  private static final WorkerId PYTHON = new WorkerId("python-1");
  private static final RemoteFailure TIMEOUT = RemoteFailure.of(Errors.TIMEOUT, "no answer");

  private final List<JobEvent> events = new ArrayList<>();
  private final TestForge forge =
      TestForge.with(
          f ->
              f.retryPolicy(RetryPolicy.fixed(ofSeconds(10)))
                  .listener(events::add)
                  .queue("default")
                  .queue(
                      "mail",
                      q ->
                          q.retryPolicy(RetryPolicy.fixed(ofSeconds(60)).maxRetries(1))
                              .deadLetterQueue("morgue")));

  @AfterEach
  void close() {
    forge.close();
  }

  private List<RemoteJob> claim() {
    return forge
        .taskForge()
        .remoteWorkers()
        .claim(
            RemoteClaim.of(
                    PYTHON,
                    List.of(new QueueName("default"), new QueueName("mail")),
                    List.of(new JobTypeName("render")))
                .limit(10))
        .jobs();
  }

  private LeaseToken claimOne() {
    List<RemoteJob> claimed = claim();
    assertThat(claimed).hasSize(1);
    return claimed.get(0).token();
  }

  private RemoteSettled complete(LeaseToken token, @Nullable String json) {
    return forge
        .taskForge()
        .remoteWorkers()
        .complete(token, json == null ? null : new Payload(json));
  }

  private RemoteSettled fail(LeaseToken token, RemoteFailure failure) {
    return forge.taskForge().remoteWorkers().fail(token, failure);
  }

  private RemoteSettled release(LeaseToken token) {
    return forge.taskForge().remoteWorkers().release(token);
  }

  private List<Transition> told(JobId id) {
    return events.stream()
        .filter(event -> event.jobId().equals(id))
        .map(JobEvent::transition)
        .toList();
  }

  @Test
  void a_failed_job_is_retried_and_completed() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    LeaseToken first = claimOne();
    assertThat(forge.job(id)).isIn(JobState.RUNNING);
    forge.advance(ofMillis(1_500));

    Committed failed = (Committed) fail(first, TIMEOUT);

    assertThat(failed.job()).isEqualTo(id);
    assertThat(failed.state()).isEqualTo(JobState.RETRYING);
    assertThat(failed.nextRunAt()).isEqualTo(forge.job(id).runAt());
    assertThat(failed.explanation()).contains("retry 1 of 3 in 10s");
    assertThat(forge.job(id)).isRetrying().withFailures(1).isDueIn(ofSeconds(10), forge.now());

    forge.advance(ofMillis(9_999));
    assertThat(claim()).isEmpty();
    forge.advance(ofMillis(1));
    LeaseToken second = claimOne();
    forge.advance(ofSeconds(2));
    RemoteSettled completed = complete(second, "{\"pages\":3}");

    assertThat(completed).isEqualTo(new Committed(id, JobState.SUCCEEDED, null, ""));
    assertThat(forge.job(id)).succeeded().afterAttempts(2);
    assertThat(forge.job(id).result()).hasToString("{\"pages\":3}");
    List<Attempt> history = forge.history(id);
    assertThat(history)
        .extracting(Attempt::status)
        .containsExactly(AttemptStatus.FAILED, AttemptStatus.SUCCEEDED);
    assertThat(history)
        .extracting(Attempt::duration)
        .containsExactly(ofMillis(1_500), ofSeconds(2));
    assertThat(history).extracting(Attempt::worker).containsOnly(PYTHON);
    assertThat(told(id))
        .containsExactly(
            Transition.CLAIMED,
            Transition.RETRY_SCHEDULED,
            Transition.CLAIMED,
            Transition.COMPLETED);
    assertThat(events.get(1).maxRetries()).isEqualTo(3);
    assertThat(events.get(1).duration()).isEqualTo(ofMillis(1_500));
  }

  @Test
  void a_report_with_a_stale_token_changes_nothing() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    LeaseToken stale = claimOne();
    forge.advance(ofSeconds(31));
    forge.runDue();
    assertThat(forge.job(id).counters()).isEqualTo(new Counters(0, 1, 0));
    nothingChangesBy(stale);

    LeaseToken current = claimOne();
    nothingChangesBy(stale);

    assertThat(complete(current, "1")).isInstanceOf(Committed.class);
    nothingChangesBy(stale);
    nothingChangesBy(current);
    assertThat(told(id))
        .containsExactly(
            Transition.CLAIMED, Transition.LEASE_LOST, Transition.CLAIMED, Transition.COMPLETED);
  }

  private void nothingChangesBy(LeaseToken stale) {
    var before = forge.job(stale.job());
    List<Attempt> history = forge.history(stale.job());
    RemoteSettled nothing = new RemoteSettled.Stale(stale.job());

    assertThat(complete(stale, "666")).isEqualTo(nothing);
    assertThat(fail(stale, TIMEOUT)).isEqualTo(nothing);
    assertThat(release(stale)).isEqualTo(nothing);
    assertThat(forge.taskForge().remoteWorkers().snooze(stale, ofSeconds(1))).isEqualTo(nothing);

    assertThat(forge.job(stale.job())).isEqualTo(before);
    assertThat(forge.history(stale.job())).isEqualTo(history);
  }

  @Test
  void a_report_after_the_lease_expired_is_accepted_if_the_job_was_not_rescued() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    LeaseToken token = claimOne();
    forge.advance(ofMinutes(5));

    assertThat(complete(token, null)).isInstanceOf(Committed.class);
    assertThat(forge.job(id)).succeeded();
  }

  @Test
  void the_queues_policy_and_dead_letter_queue_apply() {
    JobId id = forge.enqueue(JobRequest.of("render").queue("mail")).id();
    fail(claimOne(), TIMEOUT);
    assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(60), forge.now());
    forge.advance(ofSeconds(60));

    Committed last = (Committed) fail(claimOne(), TIMEOUT);

    assertThat(last.state()).isEqualTo(JobState.DEAD);
    assertThat(last.nextRunAt()).isNull();
    assertThat(last.explanation()).isNotEmpty();
    assertThat(forge.job(id)).isDead().withFailures(2).hasError("timeout");
    assertThat(forge.job(id).queue()).hasToString("morgue");
    assertThat(told(id)).endsWith(Transition.DEAD_LETTERED);
  }

  @Test
  void the_jobs_policy_overrides_its_queues() {
    JobId id =
        forge
            .enqueue(
                JobRequest.of("render").queue("mail").retryPolicy(RetryPolicy.fixed(ofSeconds(5))))
            .id();
    fail(claimOne(), TIMEOUT);

    assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(5), forge.now());
  }

  @Test
  void a_permanent_failure_ends_the_job_as_failed_immediately() {
    JobId id = forge.enqueue(JobRequest.of("render").queue("mail")).id();
    Committed failed =
        (Committed)
            fail(
                claimOne(),
                RemoteFailure.of(
                        ReportedError.of(ErrorType.of("card_declined")).kind(FailureKind.PERMANENT),
                        "no funds")
                    .stackTrace("File \"pay.py\""));

    assertThat(failed.state()).isEqualTo(JobState.FAILED);
    assertThat(forge.job(id)).failed().afterAttempts(1).hasError("card_declined");
    Attempt attempt = forge.history(id).get(0);
    assertThat(attempt.failureKind()).isEqualTo(FailureKind.PERMANENT);
    assertThat(attempt.message()).isEqualTo("no funds");
    assertThat(attempt.stackTrace()).isEqualTo("File \"pay.py\"");
  }

  @Test
  void retry_after_is_honoured_up_to_the_policys_limit() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    fail(claimOne(), RemoteFailure.of(Errors.RATE_LIMITED, "429").retryAfter(ofMinutes(7)));
    assertThat(forge.job(id)).isRetrying().isDueIn(ofMinutes(7), forge.now());

    forge.advance(ofMinutes(7));
    fail(
        claimOne(),
        RemoteFailure.of(Errors.RATE_LIMITED, "429")
            .retryAfter(Duration.ofSeconds(Long.MAX_VALUE)));
    assertThat(forge.job(id)).isRetrying().isDueIn(Duration.ofHours(1), forge.now());
  }

  @Test
  void an_error_type_classified_as_permanent_is_not_retried() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    fail(claimOne(), RemoteFailure.of(Errors.VALIDATION, "no such page"));

    assertThat(forge.job(id)).failed().withFailures(1);
  }

  @Test
  void a_released_job_uses_no_retry() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    Committed released = (Committed) release(claimOne());

    assertThat(released.state()).isEqualTo(JobState.QUEUED);
    assertThat(released.nextRunAt()).isEqualTo(forge.now());
    assertThat(released.explanation()).isEqualTo("released by its worker");
    assertThat(forge.job(id).counters()).isEqualTo(new Counters(0, 0, 1));
    assertThat(told(id)).containsExactly(Transition.CLAIMED, Transition.INTERRUPTED);
    assertThat(complete(claimOne(), null)).isInstanceOf(Committed.class);
  }

  @Test
  void a_snoozed_job_uses_no_retry() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    LeaseToken token = claimOne();
    assertThatThrownBy(() -> forge.taskForge().remoteWorkers().snooze(token, ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    forge.taskForge().remoteWorkers().snooze(token, ofMinutes(3));

    assertThat(forge.job(id)).isQueued().isDueIn(ofMinutes(3), forge.now());
    assertThat(forge.job(id).counters()).isEqualTo(Counters.ZERO);
  }

  @Test
  void an_at_most_once_job_is_claimed_only_once() {
    for (int ending = 0; ending < 4; ending++) {
      JobId id = forge.enqueue(JobRequest.of("render").guarantee(Guarantee.AT_MOST_ONCE)).id();
      LeaseToken token = claimOne();
      switch (ending) {
        case 0 -> fail(token, TIMEOUT);
        case 1 -> release(token);
        case 2 -> forge.taskForge().remoteWorkers().snooze(token, ofSeconds(1));
        default -> forge.advance(ofSeconds(31));
      }
      forge.runDue();
      forge.advance(ofMinutes(1));

      assertThat(forge.job(id)).failed().afterAttempts(1);
      assertThat(claim()).isEmpty();
    }
  }

  @Test
  void a_job_to_be_cancelled_is_cancelled_instead_of_retried() {
    for (int ending = 0; ending < 4; ending++) {
      Guarantee guarantee = ending < 2 ? Guarantee.AT_LEAST_ONCE : Guarantee.AT_MOST_ONCE;
      JobId id = forge.enqueue(JobRequest.of("render").guarantee(guarantee)).id();
      LeaseToken token = claimOne();
      forge.taskForge().cancel(id, "enough");

      RemoteSettled settled = ending % 2 == 0 ? release(token) : fail(token, TIMEOUT);

      assertThat(settled).isEqualTo(new RemoteSettled.Cancelled(id));
      assertThat(forge.job(id)).isCancelled();
      assertThat(told(id)).containsExactly(Transition.CLAIMED, Transition.CANCELLED_BY_REQUEST);
    }
  }

  @Test
  void a_job_to_be_cancelled_may_still_succeed() {
    JobId id = forge.enqueue(JobRequest.of("render")).id();
    LeaseToken token = claimOne();
    forge.taskForge().cancel(id, "enough");

    assertThat(complete(token, "1")).isInstanceOf(Committed.class);
    assertThat(forge.job(id)).succeeded();
  }

  @Test
  void several_results_are_answered_in_their_order() {
    JobId first = forge.enqueue(JobRequest.of("render")).id();
    JobId second = forge.enqueue(JobRequest.of("render")).id();
    List<RemoteJob> claimed = claim();
    LeaseToken done = claimed.get(0).token();
    LeaseToken failed = claimed.get(1).token();
    LeaseToken ofAnother = new LeaseToken(failed.lease(), first);

    List<RemoteSettled> answers =
        forge
            .taskForge()
            .remoteWorkers()
            .report(
                List.of(
                    RemoteResult.failed(ofAnother, TIMEOUT),
                    RemoteResult.failed(failed, TIMEOUT),
                    RemoteResult.completed(done, new Payload("1")),
                    RemoteResult.failed(done, TIMEOUT)));

    assertThat(answers).extracting(RemoteSettled::job).containsExactly(first, second, first, first);
    assertThat(answers.get(0)).isInstanceOf(RemoteSettled.Stale.class);
    assertThat(((Committed) answers.get(1)).state()).isEqualTo(JobState.RETRYING);
    assertThat(((Committed) answers.get(2)).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(answers.get(3)).isInstanceOf(RemoteSettled.Stale.class);
    assertThat(told(first)).containsExactly(Transition.CLAIMED, Transition.COMPLETED);
    assertThat(told(second)).containsExactly(Transition.CLAIMED, Transition.RETRY_SCHEDULED);
    assertThat(forge.taskForge().remoteWorkers().report(List.of())).isEmpty();
  }

  @Test
  void a_tenants_workers_find_only_its_jobs() {
    JobId id = forge.enqueue(JobRequest.of("render").tenant("acme")).id();
    RemoteWorkers others = forge.taskForge().remoteWorkers().of(new TenantId("bolt"));
    RemoteClaim request =
        RemoteClaim.of(PYTHON, List.of(QueueName.DEFAULT), List.of(new JobTypeName("render")));
    assertThat(others.claim(request).jobs()).isEmpty();
    LeaseToken token = claimOne();

    assertThat(others.complete(token, null)).isInstanceOf(RemoteSettled.Stale.class);
    assertThat(others.release(token)).isInstanceOf(RemoteSettled.Stale.class);
    assertThat(others.extend(token, ofMinutes(1))).isInstanceOf(RemoteExtension.Stale.class);

    assertThat(forge.job(id)).isIn(JobState.RUNNING);
    RemoteWorkers own = forge.taskForge().remoteWorkers().of(new TenantId("acme"));
    assertThat(own.complete(token, null)).isInstanceOf(Committed.class);
  }
}
