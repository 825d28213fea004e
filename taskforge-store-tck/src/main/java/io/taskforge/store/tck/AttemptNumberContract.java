package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.stats.RetryMetrics;
import io.taskforge.stats.RetryPatterns;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which runs are attempts, and how they are numbered. */
interface AttemptNumberContract extends StoreUnderTest {
  @Test
  default void runs_that_were_cancelled_while_they_waited_have_entries_but_are_no_attempts() {
    JobId id = enqueue(aJob());
    cancel(id, "once");
    retryNow(id);
    cancel(id, "twice");
    assertThat(job(id).attempt()).isZero();
    assertThat(job(id).totalAttempts()).isZero();
    retryNow(id);

    ClaimedJob first = claimOne();
    assertThat(first.attempt()).isEqualTo(1);
    settle(succeeded(first));
    assertThat(job(id).attempt()).isEqualTo(1);
    assertThat(job(id).totalAttempts()).isEqualTo(1);
    assertThat(attempts(id)).extracting(a -> a.number().entry()).containsExactly(1, 2, 3);
    assertThat(attempts(id)).extracting(Attempt::isStarted).containsExactly(false, false, true);
    assertThat(attempts(id)).extracting(Attempt::totalAttempts).containsExactly(0, 0, 1);
    assertThat(attempts(id))
        .extracting(Attempt::explanation)
        .containsExactly("once", "twice", null);
  }

  @Test
  default void a_run_that_its_worker_gave_back_before_the_start_is_no_attempt() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofSeconds(2));
    settle(neverStarted(interrupted(claimed)));

    assertThat(job(claimed.id()).attempt()).isZero();
    assertThat(attempts(claimed.id()))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.isStarted()).isFalse();
              assertThat(entry.worker()).isEqualTo(WORKER);
              assertThat(entry.duration()).isNull();
              assertThat(entry.finishedAt()).isEqualTo(START.plusSeconds(2));
              assertThat(entry.explanation()).isEqualTo("its worker was shut down");
            });
    ClaimedJob again = claimOne();
    assertThat(again.number()).isEqualTo(new AttemptNumber(2, 1, 0));
    assertThat(again.firstStartedAt()).isNull();
    settle(succeeded(again));
    assertThat(job(claimed.id()).totalAttempts()).isEqualTo(1);
  }

  @Test
  default void a_job_past_its_deadline_ends_without_an_attempt_and_keeps_the_error() {
    JobId id = settled(aJob().atMostOnce(), this::pastDeadline);

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.FAILED);
    assertThat(job.totalAttempts()).isZero();
    assertThat(job.counters().failures()).isZero();
    assertThat(job.lastError()).isNotNull();
    assertThat(attempts(id))
        .singleElement()
        .matches(entry -> !entry.isStarted() && entry.errorType() != null);
    assertThat(retryNow(id))
        .as("its one start is still before it")
        .isEqualTo(new ChangeResult(ChangeResult.Status.CHANGED, JobState.QUEUED));
  }

  @Test
  default void a_job_that_is_cancelled_between_claim_and_start_had_no_attempt() {
    ClaimedJob claimed = running(aJob());
    cancel(claimed.id());
    settleCancelled(neverStarted(interrupted(claimed)));

    assertThat(job(claimed.id()).state()).isEqualTo(JobState.CANCELLED);
    assertThat(job(claimed.id()).totalAttempts()).isZero();
    assertThat(attempts(claimed.id()))
        .singleElement()
        .extracting(Attempt::explanation)
        .isEqualTo("cancelled before it started; its worker was shut down");
  }

  @Test
  default void a_redrive_begins_a_new_round_in_which_attempts_count_from_one() {
    JobId id = enqueue(aJob());
    settle(retried(claimOne(), Duration.ZERO));
    settle(deadLettered(claimOne()));
    assertThat(job(id).number()).isEqualTo(new AttemptNumber(2, 0, 0));
    redrive(id);

    assertThat(job(id).attempt()).isZero();
    assertThat(job(id).totalAttempts()).isEqualTo(2);
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(neverStarted(interrupted(claimOne())));
    ClaimedJob second = claimOne();
    assertThat(second.number()).isEqualTo(new AttemptNumber(5, 1, 2));
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(job(id).number()).as("while it runs").isEqualTo(second.number());
    assertThat(attempts(id).get(4).number()).as("while it runs").isEqualTo(second.number());
    assertThat(leased(second).orElseThrow().job().number()).isEqualTo(second.number());
    ClaimedJob rescued = rescued();
    assertThat(rescued.number()).isEqualTo(second.number());
    settle(lost(rescued));
    settle(deadLettered(claimOne()));
    assertThat(store().redrive(List.of(id), null)).hasSize(1);
    settle(succeeded(claimOne()));

    assertThat(attempts(id))
        .extracting(a -> a.number().entry())
        .containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(attempts(id)).extracting(Attempt::attempt).containsExactly(1, 2, 1, 1, 2, 3, 1);
    assertThat(attempts(id))
        .extracting(Attempt::totalAttempts)
        .containsExactly(1, 2, 3, 3, 4, 5, 6);
    assertThat(job(id).number()).isEqualTo(new AttemptNumber(7, 1, 5));
    assertThat(job(id).number()).hasToString("1 (6 total)");
  }

  @Test
  default void statistics_of_attempts_leave_out_what_never_started() {
    settle(retried(running(aJob()), Duration.ZERO));
    settle(pastDeadline(claimOne()));
    settle(retried(running(aJob()), Duration.ZERO));
    settle(neverStarted(interrupted(claimOne())));
    cancel(claimOne().id());

    Instant later = START.plus(Duration.ofDays(1));
    RetryMetrics metrics = queries().retryMetrics(JobDraft.QUEUE, START, later);
    assertThat(metrics.retries().total()).isZero();
    assertThat(metrics.retries().failed()).isZero();
    RetryPatterns patterns = queries().retryPatterns(JobDraft.QUEUE, START, later);
    assertThat(patterns.countsByAttempt()).isEmpty();
    assertThat(patterns.outcomesByAttempt()).isEmpty();
    assertThat(queries().retryActivity(START, later).values())
        .singleElement()
        .satisfies(
            counts -> {
              assertThat(counts.jobs()).isEqualTo(2);
              assertThat(counts.exhausted()).isZero();
            });
    assertThat(queries().stats().failedRetries()).isZero();
  }
}
