package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Payload;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Committing the result of an attempt. */
interface CommitContract extends StoreUnderTest {
  @Test
  default void a_commit_of_nothing_answers_nothing() {
    assertThat(store().commit(List.of())).isEmpty();
  }

  @Test
  default void success_ends_the_job_and_keeps_its_result() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofSeconds(3));

    settle(succeeded(claimed, "{ \"sum\" : 123456789012345678901234567890 }"));

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job.result()).isEqualTo(new Payload("{ \"sum\" : 123456789012345678901234567890 }"));
    assertThat(job.finishedAt()).isEqualTo(START.plusSeconds(3));
    assertThat(job.lease()).isNull();
    assertThat(job.lastError()).isNull();
    assertThat(job.counters()).isEqualTo(Counters.ZERO);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  default void success_without_a_result_has_none() {
    JobId id = settled(this::succeeded);

    assertThat(job(id).result()).isNull();
  }

  @Test
  default void a_result_of_null_is_a_result() {
    JobId id = settled(job -> succeeded(job, "null"));

    assertThat(job(id).result()).isEqualTo(Payload.NULL);
  }

  @Test
  default void a_retry_is_due_its_delay_after_the_commit_by_the_stores_clock() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofSeconds(3));

    settle(retried(claimed, Duration.ofSeconds(30).plus(TICK)));

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.RETRYING);
    assertThat(job.counters()).isEqualTo(new Counters(1, 0, 0));
    assertThat(job.runAt()).isEqualTo(START.plusSeconds(33).plus(TICK));
    assertThat(job.finishedAt()).isNull();
    assertThat(job.lease()).isNull();
    assertThat(job.lastError()).isEqualTo(TIMEOUT_ERROR);
    clock().set(START.plusSeconds(33));
    assertThat(claim(1)).isEmpty();
    advance(TICK);
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  default void giving_up_ends_the_job_as_failed() {
    ClaimedJob claimed = running(aJob());
    advance(Duration.ofSeconds(1));
    settle(givenUp(claimed));

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.FAILED);
    assertThat(job.finishedAt()).isEqualTo(START.plusSeconds(1));
    assertThat(job.counters()).isEqualTo(new Counters(1, 0, 0));
    assertThat(job.lastError()).isEqualTo(TIMEOUT_ERROR);
    assertThat(job.deadLetter()).isNull();
    assertThat(claim(1)).isEmpty();
  }

  @Test
  default void a_dead_letter_moves_with_its_reason_and_its_payload_untouched() {
    ClaimedJob claimed = running(aJob().in("mail").with("{ \"a\":1 }"));
    advance(Duration.ofSeconds(2));

    settle(deadLettered(claimed, "mail.dead", "retries exhausted"));

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.DEAD);
    assertThat(job.queue()).isEqualTo(queue("mail.dead"));
    assertThat(job.deadLetter())
        .isEqualTo(new DeadLetter("retries exhausted", queue("mail"), START.plusSeconds(2)));
    assertThat(job.payload()).isEqualTo(new Payload("{ \"a\":1 }"));
    assertThat(job.finishedAt()).isEqualTo(START.plusSeconds(2));
    assertThat(job.counters()).isEqualTo(new Counters(1, 0, 0));
    assertThat(attempts(claimed.id()))
        .singleElement()
        .matches(attempt -> attempt.status() == AttemptStatus.FAILED);
  }

  @Test
  default void a_dead_letter_is_not_given_out_from_any_queue() {
    settle(deadLettered(running(aJob().in("mail")), "mail.dead", "poison"));

    assertThat(claim(claimBy(WORKER).from("mail", 5).from("mail.dead", 5).upTo(5))).isEmpty();
    assertThat(waiting()).isZero();
  }

  @Test
  default void a_discarded_job_ends_as_cancelled() {
    JobId id = settled(this::discarded);

    assertThat(job(id).state()).isEqualTo(JobState.CANCELLED);
    assertThat(job(id).finishedAt()).isEqualTo(START);
    assertThat(claim(1)).isEmpty();
  }

  @Test
  default void a_discarded_job_keeps_its_result() {
    JobId id = settled(job -> discarded(job, new Payload("410")));

    assertThat(job(id).state()).isEqualTo(JobState.CANCELLED);
    assertThat(job(id).result()).isEqualTo(new Payload("410"));
  }

  @Test
  default void a_snooze_runs_later_and_costs_nothing() {
    JobId id = settled(job -> snoozed(job, Duration.ofSeconds(10)));

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.QUEUED);
    assertThat(job.counters()).isEqualTo(Counters.ZERO);
    assertThat(job.runAt()).isEqualTo(START.plusSeconds(10));
    assertThat(claim(1)).isEmpty();
    advance(Duration.ofSeconds(10));
    assertThat(claim(1)).hasSize(1);
  }

  @Test
  default void a_snoozed_retry_is_still_retrying() {
    settle(retried(running(aJob()), Duration.ZERO));
    ClaimedJob retry = claimOne();
    settle(snoozed(retry, Duration.ofSeconds(10)));

    assertThat(job(retry.id()).state()).isEqualTo(JobState.RETRYING);
    assertThat(job(retry.id()).counters()).isEqualTo(new Counters(1, 0, 0));
  }

  @Test
  default void an_interrupted_job_can_be_claimed_at_once_and_costs_no_retry() {
    JobId id = settled(this::interrupted);

    assertThat(job(id).state()).isEqualTo(JobState.QUEUED);
    assertThat(job(id).counters()).isEqualTo(new Counters(0, 0, 1));
    assertThat(claimOne().attempt()).isEqualTo(2);
  }

  @Test
  default void a_job_lost_for_good_ends_as_failed_without_an_error_of_its_own() {
    running(aJob().atMostOnce());
    ClaimedJob rescued = rescued();

    settle(lostForGood(rescued));

    assertThat(job(rescued.id()).state()).isEqualTo(JobState.FAILED);
    assertThat(job(rescued.id()).counters()).isEqualTo(new Counters(0, 1, 0));
    assertThat(job(rescued.id()).lastError()).isNull();
  }

  @Test
  default void one_commit_settles_jobs_of_several_leases_in_different_ways() {
    ClaimedJob a = running(aJob());
    ClaimedJob b = running(aJob());
    ClaimedJob c = running(aJob().in("mail"));
    ClaimedJob d = running(aJob());

    List<CommitResult> results =
        commitAll(
            retried(b, Duration.ofSeconds(1)),
            succeeded(a, "1"),
            deadLettered(c, "mail.dead", "poison"),
            discarded(d));

    assertThat(results).hasSize(4).containsOnly(CommitResult.COMMITTED);
    assertThat(List.of(a, b, c, d))
        .extracting(job -> job(job.id()).state())
        .containsExactly(JobState.SUCCEEDED, JobState.RETRYING, JobState.DEAD, JobState.CANCELLED);
  }

  @Test
  default void a_thousand_jobs_are_settled_in_one_commit() {
    List<ClaimedJob> claimed = runningMany(1_000);

    assertThat(commitAll(claimed, this::succeeded))
        .hasSize(1_000)
        .containsOnly(CommitResult.COMMITTED);
    assertThat(queries().stats().jobsByState())
        .containsEntry(JobState.SUCCEEDED, 1_000L)
        .containsEntry(JobState.RUNNING, 0L);
  }

  /** Stores may write many plain successes apart from other results. */
  @Test
  default void a_few_failures_among_many_successes_are_answered_in_order() {
    List<ClaimedJob> claimed = runningMany(203);
    settle(succeeded(claimed.get(101)));

    List<CommitResult> results =
        commitAll(
            claimed,
            job ->
                claimed.indexOf(job) % 100 == 0
                    ? retried(job, Duration.ofSeconds(1))
                    : succeeded(job));

    assertThat(results).hasSize(203);
    assertThat(results.get(101)).isEqualTo(CommitResult.LEASE_LOST);
    assertThat(results).filteredOn(CommitResult.COMMITTED::equals).hasSize(202);
    assertThat(queries().stats().jobsByState())
        .containsEntry(JobState.SUCCEEDED, 200L)
        .containsEntry(JobState.RETRYING, 3L)
        .containsEntry(JobState.RUNNING, 0L);
    assertThat(job(claimed.get(100).id()).state()).isEqualTo(JobState.RETRYING);
    assertThat(attempts(claimed.get(200).id()))
        .singleElement()
        .matches(attempt -> attempt.status() == AttemptStatus.FAILED);
  }

  @Test
  default void a_settled_job_leaves_the_rest_of_its_lease_running() {
    List<ClaimedJob> claimed = runningMany(3);
    settle(succeeded(claimed.get(1)));

    assertThat(job(claimed.get(0).id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(job(claimed.get(2).id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(beat(WORKER, claimed.get(0).lease().token()).lostTokens()).isEmpty();
    settle(succeeded(claimed.get(0)));
    settle(succeeded(claimed.get(2)));
  }

  @Test
  default void a_job_that_dies_again_after_a_redrive_names_the_queue_it_died_in() {
    JobId id = settled(aJob().in("mail"), job -> deadLettered(job, "dead", "first"));
    redriveTo("slow", id);
    advance(Duration.ofSeconds(4));

    settle(deadLettered(claimOneFrom("slow"), "dead", "second"));

    assertThat(job(id).deadLetter())
        .isEqualTo(new DeadLetter("second", queue("slow"), START.plusSeconds(4)));
  }
}
