package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of finished jobs, and offset pagination. */
interface FinishedListContract extends StoreUnderTest {
  JobFilter EVERY = JobFilter.all(100);
  Failure DOWN = Failure.of(ErrorType.of("db_down"), FailureKind.TRANSIENT, "no db at 10.0.0.1");
  FailureFingerprint DOWN_PRINT = FailureFingerprint.of(DOWN);

  @Test
  default void a_dead_letter_is_listed_under_the_queue_that_it_came_from() {
    JobId mail = dead(aJob().in("mail"));
    JobId sms = dead(aJob().in("sms").keyed("k"));
    enqueue(aJob().in("mail"));
    settle(givenUp(running(aJob().in("mail").priority(1))));

    assertThat(listed(EVERY.movedFrom(queue("mail")))).containsExactly(mail);
    assertThat(listed(EVERY.movedFrom(queue("sms")).queue(queue("dead")))).containsExactly(sms);
    assertThat(listed(EVERY.movedFrom(queue("mail")).state(JobState.DEAD))).containsExactly(mail);
    assertThat(listed(EVERY.movedFrom(queue("sms")).key(key("k")))).containsExactly(sms);
    assertThat(listed(EVERY.movedFrom(queue("mail")).key(key("k")))).isEmpty();
    for (JobState other : JobState.values()) {
      if (other != JobState.DEAD) {
        assertThat(listed(EVERY.movedFrom(queue("mail")).state(other))).isEmpty();
      }
    }

    redrive(mail);
    assertThat(listed(EVERY.movedFrom(queue("mail")))).isEmpty();
  }

  @Test
  default void a_time_of_finishing_includes_its_start_and_not_its_end() {
    JobId first = settled(this::succeeded);
    advance(TICK);
    JobId second = settled(aJob().keyed("k"), this::givenUp);
    Instant then = clock().instant();
    advance(TICK);
    JobId third = dead(aJob());
    running(aJob());
    enqueue(aJob().in("late"));

    assertThat(listed(EVERY.finishedFrom(then))).containsExactly(third, second);
    assertThat(listed(EVERY.finishedBefore(then))).containsExactly(first);
    assertThat(listed(EVERY.finishedFrom(then).finishedBefore(then.plus(TICK))))
        .containsExactly(second);
    assertThat(listed(EVERY.finishedFrom(then).state(JobState.DEAD))).containsExactly(third);
    assertThat(listed(EVERY.finishedFrom(then).state(JobState.SUCCEEDED))).isEmpty();
    assertThat(listed(EVERY.finishedFrom(START).state(JobState.RUNNING))).isEmpty();
    assertThat(listed(EVERY.finishedBefore(then.plusSeconds(9)).state(JobState.QUEUED))).isEmpty();
    assertThat(listed(EVERY.finishedFrom(then).key(key("k")))).containsExactly(second);
    assertThat(listed(EVERY.finishedBefore(then).key(key("k")))).isEmpty();
  }

  @Test
  default void a_fingerprint_lists_jobs_whose_latest_failure_it_is_in_every_state() {
    JobId running =
        settled(aJob().in("a").of("x").keyed("k"), job -> retried(job, Duration.ZERO, DOWN));
    claimOneFrom("a");
    JobId recovered = settled(job -> retried(job, Duration.ZERO, DOWN));
    settle(succeeded(claimOne()));
    settled(job -> retried(job, Duration.ZERO, DOWN));
    settle(givenUp(claimOne()));
    JobId snoozed = settled(job -> retried(job, Duration.ZERO, DOWN));
    settle(snoozed(claimOne(), Duration.ofHours(1)));
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, DOWN));
    JobId cancelled = settled(job -> retried(job, Duration.ofHours(1), DOWN));
    cancel(cancelled);
    settle(succeeded(running(aJob())));

    JobFilter filter = EVERY.fingerprint(DOWN_PRINT);
    assertThat(listed(filter)).containsExactly(cancelled, dead.id(), snoozed, recovered, running);
    assertThat(listed(filter.state(JobState.RUNNING))).containsExactly(running);
    assertThat(listed(filter.state(JobState.SUCCEEDED))).containsExactly(recovered);
    assertThat(listed(filter.state(JobState.RETRYING))).containsExactly(snoozed);
    assertThat(listed(filter.state(JobState.QUEUED))).isEmpty();
    assertThat(listed(filter.state(JobState.DEAD))).containsExactly(dead.id());
    assertThat(listed(filter.queue(queue("a")))).containsExactly(running);
    assertThat(listed(filter.queue(queue("dead")))).containsExactly(dead.id());
    assertThat(listed(filter.tenant(tenant("x")))).containsExactly(running);
    assertThat(listed(filter.key(key("k")))).containsExactly(running);
    assertThat(listed(filter.key(key("other")))).isEmpty();
    assertThat(listed(filter.movedFrom(JobDraft.QUEUE))).containsExactly(dead.id());
    assertThat(listed(filter.finishedFrom(START))).containsExactly(cancelled, dead.id(), recovered);
    assertThat(listed(filter.errorType("DB_DOWN")))
        .containsExactly(cancelled, dead.id(), snoozed, running);
    assertThat(listed(filter.before(snoozed))).containsExactly(recovered, running);
    assertThat(listed(filter.offset(1)).subList(0, 2)).containsExactly(dead.id(), snoozed);
    assertThat(listed(EVERY.fingerprint(new FailureFingerprint("0123456789abcdef")))).isEmpty();
  }

  @Test
  default void an_offset_leaves_out_the_newest_that_match() {
    List<JobId> ids = reversed(enqueueMany(7));

    JobPage page = queries().list(JobFilter.all(3).offset(2));
    assertThat(page.items()).extracting(Job::id).isEqualTo(ids.subList(2, 5));
    assertThat(page.next()).isEqualTo(ids.get(4));
    assertThat(listed(JobFilter.all(3).offset(2).before(ids.get(4)))).isEqualTo(ids.subList(5, 7));
    assertThat(queries().list(JobFilter.all(3).offset(4)).next()).isNull();
    assertThat(listed(JobFilter.all(3).offset(6))).isEqualTo(ids.subList(6, 7));
    assertThat(listed(JobFilter.all(3).offset(7))).isEmpty();
    assertThat(listed(JobFilter.all(3).offset(JobFilter.MAX_OFFSET))).isEmpty();
  }

  @Test
  default void an_offset_counts_over_all_states_and_in_each() {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      JobId done = settled(this::succeeded);
      JobId dead = dead(aJob());
      ClaimedJob running = running(aJob());
      JobId waiting = enqueue(aJob().in("late").keyed("k" + i));
      ids.addAll(List.of(done, dead, running.id(), waiting));
    }
    Collections.reverse(ids);

    for (int offset = 0; offset <= ids.size(); offset++) {
      assertThat(listed(EVERY.offset(offset))).isEqualTo(ids.subList(offset, ids.size()));
    }
    assertThat(listed(EVERY.state(JobState.QUEUED).offset(1)))
        .containsExactly(ids.get(4), ids.get(8));
    assertThat(listed(EVERY.state(JobState.RUNNING).offset(1)))
        .containsExactly(ids.get(5), ids.get(9));
    assertThat(listed(EVERY.state(JobState.DEAD).offset(2))).containsExactly(ids.get(10));
    assertThat(listed(EVERY.state(JobState.SUCCEEDED).offset(2))).containsExactly(ids.get(11));
    assertThat(listed(EVERY.key(key("k0")).offset(1))).isEmpty();
  }

  @Test
  default void an_offset_outside_its_bounds_is_refused() {
    for (int offset : new int[] {-1, JobFilter.MAX_OFFSET + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EVERY.offset(offset))
          .withMessage("offset must be from 0 to 100000 but was " + offset);
    }
  }
}
