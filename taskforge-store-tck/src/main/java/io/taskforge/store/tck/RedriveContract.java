package io.taskforge.store.tck;

import static io.taskforge.job.ChangeResult.Status.CHANGED;
import static io.taskforge.job.ChangeResult.Status.NOT_FOUND;
import static io.taskforge.job.ChangeResult.Status.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Redriving many dead letters in one call. */
interface RedriveContract extends StoreUnderTest {
  ChangeResult MOVED = new ChangeResult(CHANGED, JobState.QUEUED);

  @Test
  default void jobs_that_are_redriven_together_go_back_to_where_each_came_from() {
    JobId mail = dead("mail");
    JobId video = dead("video");
    advance(Duration.ofSeconds(9));

    assertThat(store().redrive(List.of(video, mail), null)).containsExactly(MOVED, MOVED);

    for (JobId id : List.of(mail, video)) {
      Job job = job(id);
      assertThat(job.state()).isEqualTo(JobState.QUEUED);
      assertThat(job.counters()).isEqualTo(Counters.ZERO);
      assertThat(job.deadLetter()).isNull();
      assertThat(job.finishedAt()).isNull();
      assertThat(job.runAt()).isEqualTo(START.plusSeconds(9));
    }
    ClaimedJob again = claimOneFrom("mail");
    assertThat(again.id()).isEqualTo(mail);
    assertThat(again.number()).isEqualTo(new AttemptNumber(2, 0, 1));
    assertThat(again.firstStartedAt()).isNull();
    assertThat(again.previousDelay()).isNull();
    assertThat(claimOneFrom("video").id()).isEqualTo(video);
    assertThat(attempts(mail)).extracting(Attempt::totalAttempts).containsExactly(1, 2);
  }

  @Test
  default void failed_and_cancelled_jobs_are_restarted_together() {
    JobId failed = failed(aJob().in("mail"));
    JobId once = failed(aJob().in("mail").atMostOnce());
    JobId cancelled = dead("video");
    cancel(cancelled);
    JobId dead = dead("mail");
    List<JobId> all = List.of(failed, cancelled, once, dead);

    assertThat(store().restart(all, new JobRestart(JobState.FAILED, null)))
        .containsExactly(
            MOVED,
            new ChangeResult(REFUSED, JobState.CANCELLED),
            new ChangeResult(REFUSED, JobState.FAILED),
            new ChangeResult(REFUSED, JobState.DEAD));
    assertThat(store().restart(all, new JobRestart(JobState.CANCELLED, null)))
        .containsExactly(
            new ChangeResult(REFUSED, JobState.QUEUED),
            MOVED,
            new ChangeResult(REFUSED, JobState.FAILED),
            new ChangeResult(REFUSED, JobState.DEAD));

    assertThat(claimOneFrom("mail").number()).isEqualTo(new AttemptNumber(2, 0, 1));
    assertThat(claimOneFrom("video").id()).isEqualTo(cancelled);
    assertThat(job(cancelled).deadLetter()).isNull();
  }

  @Test
  default void only_dead_failed_and_cancelled_jobs_can_be_restarted() {
    assertThatThrownBy(() -> new JobRestart(JobState.SUCCEEDED, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "only DEAD, FAILED and CANCELLED jobs can be redriven but the state was SUCCEEDED");
  }

  @Test
  default void jobs_that_are_redriven_together_can_go_to_one_queue() {
    List<JobId> ids = List.of(dead("mail"), dead("video"));

    assertThat(store().redrive(ids, queue("slow"))).containsExactly(MOVED, MOVED);

    assertThat(ids(claim(claimBy(WORKER).from("slow", 9).upTo(9))))
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  default void of_a_mixed_list_the_dead_are_moved_and_the_rest_say_what_they_are() {
    JobId unknown = newId();
    JobId queued = enqueue(aJob().in("queued"));
    JobId running = running(aJob().in("running")).id();
    JobId retrying = settled(aJob().in("retrying"), job -> retried(job, Duration.ofSeconds(30)));
    JobId succeeded = settled(this::succeeded);
    JobId failed = settled(this::givenUp);
    JobId cancelled = settled(this::discarded);
    JobId spent = settled(aJob().atMostOnce(), job -> deadLettered(job, "morgue", "poison"));
    JobId dead = dead("mail");
    List<JobId> untouched = List.of(queued, running, retrying, succeeded, failed, cancelled, spent);
    Map<JobId, Job> before = queries().jobs(untouched);

    List<ChangeResult> results =
        store()
            .redrive(
                List.of(
                    unknown, queued, running, dead, retrying, succeeded, failed, cancelled, spent),
                null);

    assertThat(results)
        .containsExactly(
            new ChangeResult(NOT_FOUND, null),
            new ChangeResult(REFUSED, JobState.QUEUED),
            new ChangeResult(REFUSED, JobState.RUNNING),
            MOVED,
            new ChangeResult(REFUSED, JobState.RETRYING),
            new ChangeResult(REFUSED, JobState.SUCCEEDED),
            new ChangeResult(REFUSED, JobState.FAILED),
            new ChangeResult(REFUSED, JobState.CANCELLED),
            new ChangeResult(REFUSED, JobState.DEAD));
    assertThat(job(dead).queue()).isEqualTo(queue("mail"));
    assertThat(queries().jobs(untouched)).isEqualTo(before);
  }

  @Test
  default void an_id_that_comes_twice_is_moved_once() {
    JobId dead = dead("mail");
    JobId other = dead("mail");
    JobId unknown = newId();

    assertThat(store().redrive(List.of(dead, unknown, dead, other, unknown, dead), null))
        .containsExactly(
            MOVED,
            new ChangeResult(NOT_FOUND, null),
            new ChangeResult(REFUSED, JobState.QUEUED),
            MOVED,
            new ChangeResult(NOT_FOUND, null),
            new ChangeResult(REFUSED, JobState.QUEUED));
    assertThat(claim(claimBy(WORKER).from("mail", 9).upTo(9))).hasSize(2);
  }

  @Test
  default void a_second_redrive_of_the_same_jobs_is_refused() {
    JobId dead = dead("mail");
    store().redrive(List.of(dead), null);

    assertThat(store().redrive(List.of(dead), null))
        .containsExactly(new ChangeResult(REFUSED, JobState.QUEUED));
  }

  @Test
  default void no_jobs_are_redriven_without_complaint_and_too_many_are_refused() {
    assertThat(store().redrive(List.of(), null)).isEmpty();

    JobId dead = dead("mail");
    assertThat(store().redrive(Collections.nCopies(JobStore.MAX_REDRIVE, dead), null))
        .hasSize(JobStore.MAX_REDRIVE)
        .startsWith(MOVED);
    assertThatThrownBy(
            () -> store().redrive(Collections.nCopies(JobStore.MAX_REDRIVE + 1, dead), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1001");
  }

  @Test
  default void redrives_of_the_same_jobs_at_once_move_each_once() throws Exception {
    int threads = 4;
    for (int round = 0; round < 3; round++) {
      List<JobId> ids = enqueueMany(100);
      claim(100).forEach(job -> settle(deadLettered(job, "morgue", "poison")));

      List<List<ChangeResult>> answers =
          AllAtOnce.run(
              threads,
              thread -> {
                List<JobId> shuffled = new ArrayList<>(ids);
                Collections.shuffle(shuffled, new Random(thread));
                return store().redrive(shuffled, null);
              });

      assertThat(answers.stream().flatMap(List::stream))
          .hasSize(threads * ids.size())
          .containsOnly(MOVED, new ChangeResult(REFUSED, JobState.QUEUED));
      Stream<ChangeResult> moved = answers.stream().flatMap(List::stream).filter(MOVED::equals);
      assertThat(moved).hasSize(ids.size());
      List<ClaimedJob> claimed = claim(200);
      assertThat(ids(claimed)).containsExactlyInAnyOrderElementsOf(ids);
      claimed.forEach(job -> settle(succeeded(job)));
    }
  }

  private JobId failed(JobDraft draft) {
    return settled(draft, this::givenUp);
  }

  private JobId dead(String queue) {
    return settled(aJob().in(queue), job -> deadLettered(job, "morgue", "poison"));
  }
}
