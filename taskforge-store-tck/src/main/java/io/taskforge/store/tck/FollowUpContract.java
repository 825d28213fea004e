package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.EndedJob;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Follow-ups of attempts that end a job, stored in the same transaction. */
interface FollowUpContract extends FollowUpsUnderTest {
  @Test
  default void success_is_followed_and_says_what_ended() {
    Echo echo = echo();
    ClaimedJob claimed = running(aJob().in("mail").of("acme").inTrace(JobDraft.TRACE));
    advance(Duration.ofSeconds(3));

    settle(succeeded(claimed, "1"));

    EndedJob expected =
        new EndedJob(
            new JobIdentity(claimed.id(), queue("mail"), JobDraft.TYPE, tenant("acme")),
            JobState.SUCCEEDED,
            new AttemptNumber(1, 0, 0),
            START.plusSeconds(3),
            null,
            null,
            null,
            JobDraft.TRACE);
    assertThat(echo.ends()).containsExactly(expected);
    assertThat(followed()).containsExactly(Echo.name(expected));
  }

  @Test
  default void a_follow_up_can_be_claimed_at_once() {
    store().followUps(Echo.of(this));
    settle(succeeded(running(aJob())));

    ClaimedJob next = claimEchoes(2).get(0);
    assertThat(next.attempt()).isEqualTo(1);
    assertThat(job(next.id()).createdAt()).isEqualTo(START);
    settle(succeeded(next));
    assertThat(job(next.id()).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  default void giving_up_is_followed_with_its_error() {
    Echo echo = echo();
    settled(this::givenUp);

    EndedJob end = only(echo);
    assertThat(end.state()).isEqualTo(JobState.FAILED);
    assertThat(end.error()).isEqualTo(TIMEOUT_ERROR);
    assertThat(end.reason()).isEqualTo("retries exhausted");
    agreesWithItsJob(end);
  }

  @Test
  default void a_dead_letter_is_followed_and_names_both_queues() {
    Echo echo = echo();
    settled(aJob().in("mail"), job -> deadLettered(job, "mail.dead", "poison"));

    EndedJob end = only(echo);
    assertThat(end.state()).isEqualTo(JobState.DEAD);
    assertThat(end.queue()).isEqualTo(queue("mail"));
    assertThat(end.deadLetterQueue()).isEqualTo(queue("mail.dead"));
    assertThat(end.reason()).isEqualTo("poison");
    agreesWithItsJob(end);
  }

  @Test
  default void a_discarded_job_and_one_lost_for_good_are_followed() {
    Echo echo = echo();
    settle(discarded(running(aJob())));
    running(aJob());
    letLeasesExpire();
    settle(lostForGood(rescue().get(0)));

    assertThat(echo.ends())
        .extracting(EndedJob::state)
        .containsExactly(JobState.CANCELLED, JobState.FAILED);
    echo.ends().forEach(this::agreesWithItsJob);
    assertThat(followed()).hasSize(2);
  }

  @Test
  default void what_runs_again_has_not_ended() {
    Echo echo = echo();
    settled(job -> retried(job, Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(interrupted(claimOne()));
    claimOne();
    loseLease();

    assertThat(echo.timesAsked()).isZero();
    settle(succeeded(claimOne()));
    assertThat(only(echo).number().attempt()).isEqualTo(5);
    agreesWithItsJob(only(echo));
  }

  @Test
  default void a_stale_result_is_not_followed() {
    Echo echo = echo();
    ClaimedJob stale = running(aJob());
    ClaimedJob rescued = rescued();

    assertThat(commit(succeeded(stale))).isEqualTo(CommitResult.LEASE_LOST);
    assertThat(echo.timesAsked()).isZero();
    settle(lostForGood(rescued));
    assertThat(commit(succeeded(stale))).isEqualTo(CommitResult.LEASE_LOST);
    assertThat(followed()).hasSize(1);
  }

  @Test
  default void a_result_that_is_written_twice_is_followed_once() {
    store().followUps(Echo.of(this));
    ClaimedJob claimed = running(aJob());
    ClaimedJob other = running(aJob());

    assertThat(commitAll(succeeded(claimed), succeeded(claimed)))
        .containsExactly(CommitResult.COMMITTED, CommitResult.LEASE_LOST);
    assertThat(commitAll(succeeded(claimed), succeeded(other)))
        .containsExactly(CommitResult.LEASE_LOST, CommitResult.COMMITTED);

    assertThat(followed()).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  default void a_job_that_is_cancelled_while_it_runs_ends_cancelled_if_it_would_run_again() {
    Echo echo = echo();
    ClaimedJob again = running(aJob());
    ClaimedJob done = running(aJob());
    cancel(again.id());
    cancel(done.id());
    assertThat(echo.timesAsked()).isZero();

    assertThat(commitAll(retried(again, Duration.ofSeconds(1)), succeeded(done)))
        .containsExactly(CommitResult.CANCELLED, CommitResult.COMMITTED);

    assertThat(echo.ends())
        .extracting(EndedJob::state)
        .containsExactly(JobState.CANCELLED, JobState.SUCCEEDED);
    assertThat(echo.ends().get(0).reason()).isEqualTo("cancelled while it ran; retry after PT1S");
    echo.ends().forEach(this::agreesWithItsJob);
    assertThat(followed()).hasSize(2);
  }

  @Test
  default void a_batch_of_mixed_ends_is_asked_about_at_once_and_in_order() {
    Echo echo = echo();
    List<ClaimedJob> jobs = new ArrayList<>();
    repeat(6, () -> jobs.add(running(aJob())));
    cancel(jobs.get(4).id());
    commit(succeeded(jobs.get(5)));

    commitAll(
        succeeded(jobs.get(0)),
        retried(jobs.get(1), Duration.ofSeconds(9)),
        deadLettered(jobs.get(2)),
        givenUp(jobs.get(3)),
        snoozed(jobs.get(4), Duration.ofSeconds(9)),
        succeeded(jobs.get(5)));

    assertThat(echo.timesAsked()).isEqualTo(2);
    assertThat(echo.ends().subList(1, 5))
        .extracting(EndedJob::id)
        .containsExactly(jobs.get(0).id(), jobs.get(2).id(), jobs.get(3).id(), jobs.get(4).id());
    assertThat(followed())
        .containsExactlyInAnyOrderElementsOf(echo.ends().stream().map(Echo::name).toList());
  }

  @Test
  default void a_thousand_ends_at_once_have_a_thousand_follow_ups() {
    Echo echo = echo();
    List<ClaimedJob> claimed = runningMany(1_000);

    assertThat(commitAll(claimed, this::succeeded))
        .hasSize(1_000)
        .containsOnly(CommitResult.COMMITTED);

    assertThat(echo.timesAsked()).isEqualTo(1);
    assertThat(followed())
        .containsExactlyInAnyOrderElementsOf(echo.ends().stream().map(Echo::name).toList());
  }

  @Test
  default void a_failure_among_many_successes_is_followed_in_order() {
    Echo echo = echo();
    List<ClaimedJob> claimed = runningMany(61);

    assertThat(
            commitAll(claimed, job -> job.equals(claimed.get(30)) ? givenUp(job) : succeeded(job)))
        .hasSize(61)
        .containsOnly(CommitResult.COMMITTED);

    assertThat(echo.timesAsked()).isEqualTo(1);
    assertThat(echo.ends())
        .extracting(EndedJob::id)
        .containsExactlyElementsOf(claimed.stream().map(ClaimedJob::id).toList());
    assertThat(echo.ends().get(30).state()).isEqualTo(JobState.FAILED);
    echo.ends().forEach(this::agreesWithItsJob);
    assertThat(followed()).hasSize(61);
  }

  @Test
  default void only_wanted_ends_are_asked_about() {
    Echo echo = echo().wanting(JobState.DEAD);
    ClaimedJob fine = running(aJob());
    ClaimedJob dead = running(aJob());
    settle(succeeded(running(aJob())));
    assertThat(echo.timesAsked()).isZero();

    commitAll(succeeded(fine), deadLettered(dead));

    assertThat(only(echo).id()).isEqualTo(dead.id());
    assertThat(followed()).hasSize(1);
  }

  @Test
  default void several_jobs_or_none_may_follow() {
    store()
        .followUps(
            ended ->
                ended.stream()
                    .filter(end -> end.state() == JobState.SUCCEEDED && !isEcho(end))
                    .flatMap(
                        end ->
                            List.of(Echo.draft(end).as(newId()), Echo.draft(end).as(newId()))
                                .stream())
                    .toList());
    commitAll(succeeded(running(aJob())), givenUp(running(aJob())));

    assertThat(claimEchoes(10)).hasSize(2);
  }

  @Test
  default void a_follow_up_whose_key_was_used_is_not_stored_and_the_job_ends() {
    store().followUps(new Echo(end -> Echo.draft(end).keyed("once").as(newId())));
    ClaimedJob one = running(aJob());
    ClaimedJob two = running(aJob());

    commitAll(succeeded(one), succeeded(two));

    assertThat(job(two.id()).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(claimEchoes(10)).hasSize(1);
  }

  @Test
  default void a_store_takes_its_follow_ups_once() {
    Echo echo = echo();
    store().followUps(echo);
    assertThatThrownBy(() -> store().followUps(Echo.of(this)))
        .isInstanceOf(IllegalStateException.class);

    settle(succeeded(running(aJob())));
    assertThat(echo.timesAsked()).isEqualTo(1);
  }
}
