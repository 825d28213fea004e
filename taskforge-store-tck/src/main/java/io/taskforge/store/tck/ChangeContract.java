package io.taskforge.store.tck;

import static io.taskforge.job.ChangeResult.Status.CHANGED;
import static io.taskforge.job.ChangeResult.Status.NOT_FOUND;
import static io.taskforge.job.ChangeResult.Status.REFUSED;
import static io.taskforge.job.ChangeResult.Status.REQUESTED;
import static io.taskforge.job.JobState.CANCELLED;
import static io.taskforge.job.JobState.DEAD;
import static io.taskforge.job.JobState.FAILED;
import static io.taskforge.job.JobState.QUEUED;
import static io.taskforge.job.JobState.RETRYING;
import static io.taskforge.job.JobState.RUNNING;
import static io.taskforge.job.JobState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The changes that are allowed in each state, and the states that they lead to. */
interface ChangeContract extends StoreUnderTest {
  @Test
  default void cancel_stops_what_waits_failed_or_died_and_asks_what_runs() {
    leadsTo(
        new JobChange.Cancel("enough"),
        Map.of(
            QUEUED, new ChangeResult(CHANGED, CANCELLED),
            RUNNING, new ChangeResult(REQUESTED, RUNNING),
            RETRYING, new ChangeResult(CHANGED, CANCELLED),
            FAILED, new ChangeResult(CHANGED, CANCELLED),
            DEAD, new ChangeResult(CHANGED, CANCELLED)));
  }

  @Test
  default void retry_now_is_for_what_waits_failed_or_was_cancelled() {
    leadsTo(
        new JobChange.RetryNow(),
        Map.of(
            QUEUED, new ChangeResult(CHANGED, QUEUED),
            RETRYING, new ChangeResult(CHANGED, RETRYING),
            FAILED, new ChangeResult(CHANGED, QUEUED),
            CANCELLED, new ChangeResult(CHANGED, QUEUED)));
  }

  @Test
  default void reschedule_is_for_what_waits() {
    leadsTo(
        new JobChange.Reschedule(START.plusSeconds(99)),
        Map.of(
            QUEUED, new ChangeResult(CHANGED, QUEUED),
            RETRYING, new ChangeResult(CHANGED, RETRYING)));
  }

  @Test
  default void cancel_retries_is_for_what_retries() {
    leadsTo(
        new JobChange.CancelRetries("enough"), Map.of(RETRYING, new ChangeResult(CHANGED, FAILED)));
  }

  @Test
  default void dead_letter_is_for_what_waits_or_has_failed() {
    leadsTo(
        new JobChange.DeadLetter("odd", queue("graveyard")),
        Map.of(
            QUEUED, new ChangeResult(CHANGED, DEAD),
            RETRYING, new ChangeResult(CHANGED, DEAD),
            FAILED, new ChangeResult(CHANGED, DEAD)));
  }

  @Test
  default void a_job_that_is_dead_lettered_by_hand_is_a_dead_letter_like_others() {
    for (JobState state : List.of(QUEUED, RETRYING, FAILED)) {
      Job before = in(state);
      advance(Duration.ofSeconds(1));
      change(before.id(), new JobChange.DeadLetter("odd", queue("graveyard")));

      Job dead = job(before.id());
      assertThat(dead.queue()).isEqualTo(queue("graveyard"));
      assertThat(dead.deadLetter())
          .isEqualTo(new DeadLetter("odd", before.queue(), clock().instant()));
      assertThat(dead.finishedAt()).isEqualTo(clock().instant());
      assertThat(dead.attempt()).isEqualTo(before.attempt());
      assertThat(dead.counters()).isEqualTo(before.counters());
      assertThat(dead.lastError()).isEqualTo(before.lastError());
      List<Attempt> history = attempts(before.id());
      Attempt last = history.get(history.size() - 1);
      assertThat(last.status()).isEqualTo(AttemptStatus.CANCELLED);
      assertThat(last.explanation()).isEqualTo("odd");
      assertThat(last.isStarted()).isFalse();

      assertThat(redrive(before.id())).isEqualTo(new ChangeResult(CHANGED, QUEUED));
      assertThat(job(before.id()).queue()).isEqualTo(before.queue());
      assertThat(job(before.id()).deadLetter()).isNull();
    }
  }

  @Test
  default void the_reason_for_cancelling_a_finished_job_is_in_its_history() {
    for (JobState state : List.of(FAILED, DEAD)) {
      Job before = in(state);
      cancel(before.id(), "spam");

      List<Attempt> history = attempts(before.id());
      assertThat(history).hasSize(2);
      assertThat(history.get(1).status()).isEqualTo(AttemptStatus.CANCELLED);
      assertThat(history.get(1).explanation()).isEqualTo("spam");
      Job after = job(before.id());
      assertThat(after.number().entry()).isEqualTo(2);
      assertThat(after.attempt()).isEqualTo(before.attempt());
      assertThat(after.lastError()).isEqualTo(before.lastError());
      assertThat(after.deadLetter()).isEqualTo(before.deadLetter());
    }
  }

  @Test
  default void redrive_is_for_the_dead() {
    leadsTo(new JobChange.Redrive(null), Map.of(DEAD, new ChangeResult(CHANGED, QUEUED)));
  }

  @Test
  default void redrive_to_another_queue_is_for_the_dead() {
    leadsTo(new JobChange.Redrive(queue("other")), Map.of(DEAD, new ChangeResult(CHANGED, QUEUED)));
  }

  @Test
  default void an_unknown_job_cannot_be_changed() {
    for (JobChange change :
        List.of(
            new JobChange.Cancel("enough"),
            new JobChange.RetryNow(),
            new JobChange.Reschedule(START),
            new JobChange.CancelRetries("enough"),
            new JobChange.DeadLetter("odd", queue("graveyard")),
            new JobChange.Redrive(null))) {
      assertThat(change(newId(), change)).isEqualTo(new ChangeResult(NOT_FOUND, null));
    }
  }

  @Test
  default void a_rescheduled_job_runs_at_its_new_time_and_not_at_its_old() {
    JobId later = enqueue(aJob());
    JobId sooner = enqueue(aJob().at(START.plusSeconds(100)));
    change(later, new JobChange.Reschedule(START.plusSeconds(10).plus(TICK)));
    change(sooner, new JobChange.Reschedule(START.plusSeconds(5)));

    assertThat(claim(10)).isEmpty();
    clock().set(START.plusSeconds(10));
    assertThat(ids(claim(10))).containsExactly(sooner);
    advance(TICK);
    assertThat(ids(claim(10))).containsExactly(later);
    assertThat(job(later).runAt()).isEqualTo(START.plusSeconds(10).plus(TICK));
  }

  @Test
  default void a_new_time_is_cut_to_the_microsecond() {
    JobId id = enqueue(aJob());
    change(id, new JobChange.Reschedule(START.plusNanos(7_999)));

    assertThat(job(id).runAt()).isEqualTo(START.plusNanos(7_000));
  }

  @Test
  default void a_rescheduled_retry_keeps_its_past() {
    Job before = in(RETRYING);
    change(before.id(), new JobChange.Reschedule(START));

    Job after = job(before.id());
    assertThat(after.counters()).isEqualTo(before.counters());
    assertThat(after.attempt()).isEqualTo(before.attempt());
    assertThat(after.runAt()).isEqualTo(START);
    assertThat(attempts(before.id())).hasSize(1);
    assertThat(claimOneFrom("retrying").previousDelay()).isEqualTo(Duration.ofSeconds(30));
  }

  /**
   * Applies a change to a job in each state. {@code allowed} has the results; in other states the
   * change is refused.
   */
  private void leadsTo(JobChange change, Map<JobState, ChangeResult> allowed) {
    for (JobState state : JobState.values()) {
      Job before = in(state);
      List<Attempt> history = attempts(before.id());
      assertThat(before.state()).isEqualTo(state);

      ChangeResult result = change(before.id(), change);

      ChangeResult expected = allowed.getOrDefault(state, new ChangeResult(REFUSED, state));
      assertThat(result).as("%s of a %s job", change, state).isEqualTo(expected);
      Job after = job(before.id());
      assertThat(after.state()).as("state after %s", change).isEqualTo(expected.state());
      if (expected.status() != CHANGED) {
        assertThat(after).isEqualTo(before);
        assertThat(attempts(before.id())).isEqualTo(history);
      }
    }
  }

  /** Returns a job in a state, in a queue of that name. */
  private Job in(JobState state) {
    JobDraft draft = aJob().in(state.name().toLowerCase(Locale.ROOT));
    if (state == QUEUED) {
      return job(enqueue(draft.after(Duration.ofHours(1))));
    }
    ClaimedJob claimed = running(draft);
    switch (state) {
      case RETRYING -> settle(retried(claimed, Duration.ofSeconds(30)));
      case SUCCEEDED -> settle(succeeded(claimed, "1"));
      case FAILED -> settle(givenUp(claimed));
      case DEAD -> settle(deadLettered(claimed, "graveyard", "poison"));
      case CANCELLED -> settle(discarded(claimed));
      case QUEUED, RUNNING -> {}
    }
    return job(claimed.id());
  }
}
