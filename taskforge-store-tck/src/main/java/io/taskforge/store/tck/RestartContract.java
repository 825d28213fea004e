package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Running a job now, again, or in another queue. */
interface RestartContract extends StoreUnderTest {
  @Test
  default void a_waiting_job_that_is_wanted_now_is_due_now() {
    JobId id = enqueue(aJob().at(START.plusSeconds(3_600)));
    advance(Duration.ofSeconds(1));
    retryNow(id);

    assertThat(job(id).runAt()).isEqualTo(START.plusSeconds(1));
    assertThat(claimOne().attempt()).isEqualTo(1);
  }

  @Test
  default void a_retry_that_is_wanted_now_keeps_its_counters() {
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    retryNow(id);

    ClaimedJob retry = claimOne();
    assertThat(retry.counters()).isEqualTo(new Counters(1, 0, 0));
    assertThat(retry.attempt()).isEqualTo(2);
    assertThat(retry.previousDelay()).isEqualTo(Duration.ofHours(1));
    assertThat(retry.firstStartedAt()).isEqualTo(START);
  }

  @Test
  default void a_failed_job_begins_a_new_round_and_its_history_goes_on() {
    JobId id = settled(this::givenUp);
    advance(Duration.ofSeconds(9));
    retryNow(id);

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.QUEUED);
    assertThat(job.counters()).isEqualTo(Counters.ZERO);
    assertThat(job.runAt()).isEqualTo(START.plusSeconds(9));
    assertThat(job.finishedAt()).isNull();
    assertThat(job.number()).isEqualTo(new AttemptNumber(1, 0, 1));
    settle(succeeded(claimOne(), "2"));
    assertThat(attempts(id)).extracting(Attempt::attempt).containsExactly(1, 1);
    assertThat(attempts(id)).extracting(Attempt::totalAttempts).containsExactly(1, 2);
    assertThat(attempts(id)).extracting(Attempt::retry).containsExactly(0, 0);
    assertThat(job(id).result()).hasToString("2");
  }

  @Test
  default void an_at_most_once_job_that_was_started_never_starts_again() {
    JobId failed = settled(aJob().atMostOnce(), this::givenUp);
    assertThat(retryNow(failed))
        .isEqualTo(new ChangeResult(ChangeResult.Status.REFUSED, JobState.FAILED));

    JobId dead = settled(aJob().atMostOnce(), job -> deadLettered(job, "morgue", "poison"));
    assertThat(redrive(dead))
        .isEqualTo(new ChangeResult(ChangeResult.Status.REFUSED, JobState.DEAD));
    assertThat(claim(10)).isEmpty();
  }

  @Test
  default void an_at_most_once_job_that_never_ran_can_start_again() {
    JobId id = enqueue(aJob().atMostOnce());
    cancel(id, "oops");
    retryNow(id);

    assertThat(claimOne().id()).isEqualTo(id);
  }

  @Test
  default void a_job_cancelled_before_it_ran_can_start_again() {
    JobId id = enqueue(aJob());
    cancel(id, "oops");
    retryNow(id);

    assertThat(claimOne().number()).isEqualTo(new AttemptNumber(2, 1, 0));
    assertThat(job(id).state()).isEqualTo(JobState.RUNNING);
  }

  @Test
  default void a_discarded_job_can_start_again() {
    JobId id = settled(this::discarded);
    retryNow(id);

    assertThat(claimOne().number()).isEqualTo(new AttemptNumber(2, 0, 1));
  }

  @Test
  default void a_redriven_job_goes_back_to_the_queue_it_came_from() {
    JobId id = dead(aJob().in("mail"));
    advance(Duration.ofSeconds(9));
    redrive(id);

    Job job = job(id);
    assertThat(job.state()).isEqualTo(JobState.QUEUED);
    assertThat(job.queue()).isEqualTo(queue("mail"));
    assertThat(job.deadLetter()).isNull();
    assertThat(job.counters()).isEqualTo(Counters.ZERO);
    assertThat(job.runAt()).isEqualTo(START.plusSeconds(9));
    assertThat(job.finishedAt()).isNull();
    ClaimedJob again = claimOneFrom("mail");
    assertThat(again.number()).isEqualTo(new AttemptNumber(2, 0, 1));
    assertThat(again.firstStartedAt()).isNull();
    assertThat(again.previousDelay()).isNull();
  }

  @Test
  default void a_redriven_job_can_go_to_another_queue() {
    JobId id = dead(aJob().in("mail"));
    redriveTo("slow", id);

    assertThat(job(id).queue()).isEqualTo(queue("slow"));
    ClaimedJob again = claimOneFrom("slow");
    assertThat(again.queue()).isEqualTo(queue("slow"));
    settle(succeeded(again));
    assertThat(job(id).queue()).isEqualTo(queue("slow"));
  }

  @Test
  default void a_redriven_job_stays_in_its_new_queue_when_it_is_retried_or_rescued() {
    JobId id = dead(aJob().in("mail"));
    redriveTo("slow", id);
    settle(retried(claimOneFrom("slow"), Duration.ZERO));
    claimOneFrom("slow");
    ClaimedJob rescued = rescued();
    assertThat(rescued.queue()).isEqualTo(queue("slow"));
    settle(lost(rescued));
    settle(givenUp(claimOneFrom("slow")));
    retryNow(id);

    assertThat(claimOneFrom("slow").number()).isEqualTo(new AttemptNumber(5, 0, 4));
  }

  @Test
  default void a_dead_letter_that_was_cancelled_starts_again_in_its_original_queue() {
    JobId id = dead(aJob().in("mail"));
    cancel(id);
    retryNow(id);

    assertThat(job(id).queue()).isEqualTo(queue("mail"));
    assertThat(job(id).deadLetter()).isNull();
    assertThat(claimOneFrom("mail").number()).isEqualTo(new AttemptNumber(3, 1, 1));
  }

  @Test
  default void a_stay_in_a_dead_letter_queue_is_kept_when_it_ends() {
    ClaimedJob claimed = running(aJob().in("mail"));
    JobId id = claimed.id();
    settle(deadLettered(claimed));
    assertThat(queries().deadLetterStays(id)).isEmpty();

    advance(Duration.ofSeconds(1));
    ChangeNote redriven = new ChangeNote("key-1", "mended");
    store().restart(List.of(id), new JobRestart(JobState.DEAD, queue("spare"), redriven));
    advance(Duration.ofSeconds(1));
    settle(deadLettered(claimOneFrom("spare"), "dead", "again"));
    advance(Duration.ofSeconds(1));
    redrive(id);
    change(id, new JobChange.DeadLetter("odd", queue("other")));
    advance(Duration.ofSeconds(1));
    change(id, new JobChange.Cancel("spam", "key-2"));
    retryNow(id);

    assertThat(queries().deadLetterStays(id))
        .containsExactly(
            new DeadLetterStay(
                new DeadLetter("odd", queue("spare"), START.plusSeconds(3)),
                queue("other"),
                START.plusSeconds(4),
                DeadLetterStay.End.DELETED,
                new ChangeNote("key-2", "spam")),
            new DeadLetterStay(
                new DeadLetter("again", queue("spare"), START.plusSeconds(2)),
                queue("dead"),
                START.plusSeconds(3),
                DeadLetterStay.End.REDRIVEN,
                ChangeNote.NONE),
            new DeadLetterStay(
                new DeadLetter("poison", queue("mail"), START),
                queue("dead"),
                START.plusSeconds(1),
                DeadLetterStay.End.REDRIVEN,
                redriven));
  }

  @Test
  default void the_stays_of_a_job_are_deleted_with_it() {
    JobId id = dead(aJob().in("mail"));
    cancel(id, "spam");
    advance(Duration.ofDays(8));

    assertThat(store().purge(Retention.DEFAULT, 10)).isEqualTo(1);
    assertThat(queries().deadLetterStays(id)).isEmpty();
  }
}
