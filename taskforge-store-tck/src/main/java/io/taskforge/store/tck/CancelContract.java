package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Run;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Cancelling jobs. */
interface CancelContract extends StoreUnderTest {
  @Test
  default void a_cancelled_job_is_never_given_out() {
    JobId id = enqueue(aJob());
    advance(Duration.ofSeconds(1));
    cancel(id);

    assertThat(claim(10)).isEmpty();
    assertThat(job(id).finishedAt()).isEqualTo(START.plusSeconds(1));
    assertThat(waiting()).isZero();
  }

  @Test
  default void a_cancelled_pending_run_is_in_history_and_no_attempt() {
    JobId id = enqueue(aJob().at(START.plusSeconds(60)));
    advance(Duration.ofSeconds(1));
    cancel(id, "no longer wanted");

    assertThat(attempts(id))
        .containsExactly(
            neverStarted(id, new AttemptNumber(1, 1, 0), Counters.ZERO, 60, 1, "no longer wanted"));
    assertThat(job(id).attempt()).isZero();
    assertThat(job(id).totalAttempts()).isZero();
  }

  @Test
  default void cancelled_retries_are_in_history_and_the_job_rests_as_failed() {
    JobId id = settled(job -> retried(job, Duration.ofSeconds(60)));
    advance(Duration.ofSeconds(1));
    cancelRetries(id);

    assertThat(attempts(id)).hasSize(2);
    assertThat(attempts(id).get(1))
        .isEqualTo(
            neverStarted(id, new AttemptNumber(2, 1, 0), new Counters(1, 0, 0), 60, 1, "hopeless"));
    Job job = job(id);
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(job.state()).isEqualTo(JobState.FAILED);
    assertThat(job.finishedAt()).isEqualTo(START.plusSeconds(1));
    assertThat(job.counters()).isEqualTo(new Counters(1, 0, 0));
    advance(Duration.ofMinutes(5));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void a_failed_job_that_is_cancelled_gets_an_entry_that_is_no_attempt() {
    JobId id = settled(this::givenUp);
    List<Attempt> before = attempts(id);
    advance(Duration.ofSeconds(4));
    cancel(id);

    assertThat(attempts(id)).hasSize(2).startsWith(before.get(0));
    assertThat(attempts(id).get(1).isStarted()).isFalse();
    assertThat(job(id).attempt()).isEqualTo(1);
    assertThat(job(id).finishedAt()).isEqualTo(START.plusSeconds(4));
  }

  @Test
  default void a_dead_letter_that_is_cancelled_keeps_the_story_of_its_death() {
    JobId id = dead(aJob().in("mail"));
    advance(Duration.ofSeconds(4));
    cancel(id);

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    assertThat(job.queue()).isEqualTo(queue("dead"));
    assertThat(job.deadLetter()).isEqualTo(new DeadLetter("poison", queue("mail"), START));
  }

  @Test
  default void a_running_job_that_should_be_cancelled_runs_until_its_worker_says() {
    ClaimedJob claimed = running(aJob());

    assertThat(cancel(claimed.id()))
        .isEqualTo(new ChangeResult(ChangeResult.Status.REQUESTED, JobState.RUNNING));
    assertThat(cancel(claimed.id(), "really"))
        .isEqualTo(new ChangeResult(ChangeResult.Status.REQUESTED, JobState.RUNNING));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(beat(WORKER, claimed.lease().token()).cancelRequested())
        .containsExactly(claimed.id());
  }

  @Test
  default void a_retry_of_a_job_that_should_be_cancelled_ends_it() {
    endsCancelled(job -> retried(job, Duration.ofSeconds(5)), new Counters(1, 0, 0));
  }

  @Test
  default void a_snooze_of_a_job_that_should_be_cancelled_ends_it() {
    endsCancelled(job -> snoozed(job, Duration.ofSeconds(5)), Counters.ZERO);
  }

  @Test
  default void an_interruption_of_a_job_that_should_be_cancelled_ends_it() {
    endsCancelled(this::interrupted, new Counters(0, 0, 1));
  }

  @Test
  default void a_job_that_should_be_cancelled_but_ends_before_keeps_its_end() {
    ClaimedJob succeeded = running(aJob());
    ClaimedJob failed = running(aJob());
    ClaimedJob dead = running(aJob());
    for (ClaimedJob job : List.of(succeeded, failed, dead)) {
      cancel(job.id());
    }

    settle(succeeded(succeeded, "1"));
    settle(givenUp(failed));
    settle(deadLettered(dead));

    assertThat(job(succeeded.id()).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job(succeeded.id()).result()).hasToString("1");
    assertThat(job(failed.id()).state()).isEqualTo(JobState.FAILED);
    assertThat(job(dead.id()).state()).isEqualTo(JobState.DEAD);
  }

  @Test
  default void a_cancel_request_does_not_outlive_its_run() {
    ClaimedJob claimed = running(aJob());
    cancel(claimed.id());
    settle(givenUp(claimed));
    retryNow(claimed.id());

    ClaimedJob again = claimOne();
    assertThat(again.cancelRequested()).isFalse();
    settle(interrupted(again));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.QUEUED);
  }

  private void endsCancelled(Function<ClaimedJob, Settlement> ending, Counters after) {
    ClaimedJob claimed = running(aJob());
    cancel(claimed.id());
    advance(Duration.ofSeconds(2));
    Settlement settlement = ending.apply(claimed);

    settleCancelled(settlement);

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    assertThat(job.counters()).isEqualTo(after);
    assertThat(job.finishedAt()).isEqualTo(START.plusSeconds(2));
    assertThat(job.lease()).isNull();
    assertThat(attempts(claimed.id()))
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.status()).isEqualTo(settlement.verdict().status());
              assertThat(attempt.explanation()).contains("cancelled while it ran");
              assertThat(attempt.explanation()).contains(settlement.verdict().explanation());
              assertThat(attempt.delay()).isNull();
              assertThat(attempt.nextRunAt()).isNull();
            });
    advance(Duration.ofHours(1));
    assertThat(claim(10)).isEmpty();
  }

  private static Attempt neverStarted(
      JobId id,
      AttemptNumber number,
      Counters counters,
      int dueSecond,
      int endSecond,
      String reason) {
    return new Attempt(
        id,
        number,
        counters.failures(),
        null,
        START.plusSeconds(dueSecond),
        START.plusSeconds(endSecond),
        Run.NEVER_STARTED,
        new Attempt.Result(AttemptStatus.CANCELLED, counters, null, null, reason));
  }
}
