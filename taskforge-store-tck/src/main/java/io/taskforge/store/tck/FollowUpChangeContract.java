package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.EndedJob;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Follow-ups of jobs that are ended by a change, such as a cancellation. */
interface FollowUpChangeContract extends FollowUpsUnderTest {
  @Test
  default void a_waiting_job_that_is_cancelled_is_followed() {
    Echo echo = echo();
    JobId id =
        enqueue(aJob().in("mail").of("acme").after(Duration.ofHours(1)).inTrace(JobDraft.TRACE));
    advance(Duration.ofSeconds(2));
    cancel(id, "no longer wanted");

    EndedJob end = only(echo);
    assertThat(end.state()).isEqualTo(JobState.CANCELLED);
    assertThat(end.reason()).isEqualTo("no longer wanted");
    assertThat(end.at()).isEqualTo(START.plusSeconds(2));
    assertThat(end.trace()).isEqualTo(JobDraft.TRACE);
    agreesWithItsJob(end);
    assertThat(followed()).containsExactly(Echo.name(end));
  }

  @Test
  default void a_retrying_job_that_is_cancelled_is_followed() {
    Echo echo = echo();
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancel(id);

    assertThat(only(echo).state()).isEqualTo(JobState.CANCELLED);
    assertThat(only(echo).number()).isEqualTo(new AttemptNumber(2, 1, 0));
    agreesWithItsJob(only(echo));
    assertThat(followed()).hasSize(1);
  }

  @Test
  default void retries_that_are_cancelled_end_the_job_as_failed() {
    Echo echo = echo();
    JobId id = settled(job -> retried(job, Duration.ofHours(1)));
    cancelRetries(id);

    assertThat(only(echo).state()).isEqualTo(JobState.FAILED);
    assertThat(only(echo).reason()).isEqualTo("hopeless");
    agreesWithItsJob(only(echo));
    assertThat(followed()).hasSize(1);
  }

  @Test
  default void a_failed_job_and_a_dead_letter_that_are_cancelled_end_once_more() {
    Echo echo = echo();
    ClaimedJob failed = running(aJob());
    ClaimedJob dead = running(aJob().in("mail").inTrace(JobDraft.TRACE));
    settle(givenUp(failed));
    settle(deadLettered(dead, "mail.dead", "poison"));
    advance(Duration.ofSeconds(5));
    cancel(failed.id());
    cancel(dead.id());

    assertThat(echo.ends())
        .extracting(EndedJob::state)
        .containsExactly(JobState.FAILED, JobState.DEAD, JobState.CANCELLED, JobState.CANCELLED);
    EndedJob last = echo.ends().get(3);
    assertThat(last.queue()).isEqualTo(queue("mail"));
    assertThat(last.deadLetterQueue()).isNull();
    assertThat(last.trace()).isEqualTo(JobDraft.TRACE);
    assertThat(last.at()).isEqualTo(START.plusSeconds(5));
    agreesWithItsJob(echo.ends().get(2));
    agreesWithItsJob(last);
    assertThat(followed()).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  default void what_is_refused_or_only_asked_for_is_not_followed() {
    Echo echo = echo().wanting(JobState.CANCELLED, JobState.FAILED);
    ClaimedJob running = running(aJob());
    cancel(running.id());
    cancel(newId());
    change(running.id(), new JobChange.CancelRetries("no"));
    settle(succeeded(running));
    cancel(running.id());

    assertThat(echo.timesAsked()).isZero();
    JobId waiting = enqueue(aJob());
    cancel(waiting);
    cancel(waiting);
    assertThat(echo.timesAsked()).isEqualTo(1);
  }

  @Test
  default void what_is_not_wanted_is_not_followed() {
    Echo echo = echo().wanting(JobState.DEAD);
    JobId id = enqueue(aJob());
    cancel(id);

    assertThat(job(id).state()).isEqualTo(JobState.CANCELLED);
    assertThat(echo.timesAsked()).isZero();
    assertThat(followed()).isEmpty();
  }

  @Test
  default void redrives_retries_delays_and_purges_are_not_ends() {
    Echo echo = echo();
    JobId dead = dead(aJob());
    JobId alsoDead = dead(aJob());
    JobId failed = settled(this::givenUp);
    JobId done = settled(this::succeeded);
    int before = echo.timesAsked();

    redrive(dead);
    store().redrive(List.of(alsoDead), null);
    retryNow(failed);
    change(failed, new JobChange.Reschedule(START.plusSeconds(60)));
    advance(Duration.ofDays(1));
    Duration hour = Duration.ofHours(1);
    store().purge(Retention.DEFAULT.jobs(hour), 100);

    assertThat(queries().job(done)).isEmpty();
    assertThat(echo.timesAsked()).isEqualTo(before);
  }

  @Test
  default void a_job_that_is_redriven_and_ends_again_is_followed_again() {
    Echo echo = echo();
    JobId dead = dead(aJob());
    redrive(dead);
    settle(deadLettered(claimOne()));

    assertThat(echo.ends())
        .extracting(EndedJob::number)
        .containsExactly(new AttemptNumber(1, 0, 0), new AttemptNumber(2, 0, 1));
    assertThat(followed()).hasSize(2).doesNotHaveDuplicates();
  }
}
