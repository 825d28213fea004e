package io.taskforge.store.tck;

import static io.taskforge.store.tck.JobDraft.aJob;
import static io.taskforge.store.tck.Settlements.deadLettered;
import static io.taskforge.store.tck.Settlements.givenUp;
import static io.taskforge.store.tck.Settlements.retried;
import static io.taskforge.store.tck.Settlements.snoozed;
import static io.taskforge.store.tck.Settlements.succeeded;
import static io.taskforge.store.tck.StoreUnderTest.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
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
    ClaimedJob mail = running(aJob().in("mail"));
    settle(deadLettered(mail, "dead", "poison"));
    ClaimedJob sms = running(aJob().in("sms").keyed("k"));
    settle(deadLettered(sms, "dead", "poison"));
    enqueue(aJob().in("mail"));
    settle(givenUp(running(aJob().in("mail").priority(1))));

    assertThat(matching(EVERY.movedFrom(queue("mail")))).containsExactly(mail.id());
    assertThat(matching(EVERY.movedFrom(queue("sms")).queue(queue("dead"))))
        .containsExactly(sms.id());
    assertThat(matching(EVERY.movedFrom(queue("mail")).state(JobState.DEAD)))
        .containsExactly(mail.id());
    assertThat(matching(EVERY.movedFrom(queue("sms")).key(new IdempotencyKey("k"))))
        .containsExactly(sms.id());
    assertThat(matching(EVERY.movedFrom(queue("mail")).key(new IdempotencyKey("k")))).isEmpty();
    for (JobState other : JobState.values()) {
      if (other != JobState.DEAD) {
        assertThat(matching(EVERY.movedFrom(queue("mail")).state(other))).isEmpty();
      }
    }

    change(mail.id(), new JobChange.Redrive(null));
    assertThat(matching(EVERY.movedFrom(queue("mail")))).isEmpty();
  }

  @Test
  default void a_time_of_finishing_includes_its_start_and_not_its_end() {
    ClaimedJob first = running(aJob());
    settle(succeeded(first));
    advance(TICK);
    ClaimedJob second = running(aJob().keyed("k"));
    settle(givenUp(second));
    Instant then = clock().instant();
    advance(TICK);
    ClaimedJob third = running(aJob());
    settle(deadLettered(third, "dead", "poison"));
    running(aJob());
    enqueue(aJob().in("late"));

    assertThat(matching(EVERY.finishedFrom(then))).containsExactly(third.id(), second.id());
    assertThat(matching(EVERY.finishedBefore(then))).containsExactly(first.id());
    assertThat(matching(EVERY.finishedFrom(then).finishedBefore(then.plus(TICK))))
        .containsExactly(second.id());
    assertThat(matching(EVERY.finishedFrom(then).state(JobState.DEAD))).containsExactly(third.id());
    assertThat(matching(EVERY.finishedFrom(then).state(JobState.SUCCEEDED))).isEmpty();
    assertThat(matching(EVERY.finishedFrom(START).state(JobState.RUNNING))).isEmpty();
    assertThat(matching(EVERY.finishedBefore(then.plusSeconds(9)).state(JobState.QUEUED)))
        .isEmpty();
    assertThat(matching(EVERY.finishedFrom(then).key(new IdempotencyKey("k"))))
        .containsExactly(second.id());
    assertThat(matching(EVERY.finishedBefore(then).key(new IdempotencyKey("k")))).isEmpty();
  }

  @Test
  default void a_fingerprint_lists_jobs_whose_latest_failure_it_is_in_every_state() {
    ClaimedJob running = running(aJob().in("a").of("x").keyed("k"));
    settle(retried(running, Duration.ZERO, DOWN));
    claimOneFrom("a");
    ClaimedJob recovered = running(aJob());
    settle(retried(recovered, Duration.ZERO, DOWN));
    settle(succeeded(claimOne()));
    ClaimedJob changed = running(aJob());
    settle(retried(changed, Duration.ZERO, DOWN));
    settle(givenUp(claimOne()));
    ClaimedJob snoozed = running(aJob());
    settle(retried(snoozed, Duration.ZERO, DOWN));
    settle(snoozed(claimOne(), Duration.ofHours(1)));
    ClaimedJob dead = running(aJob());
    settle(deadLettered(dead, "dead", "poison", DOWN));
    ClaimedJob cancelled = running(aJob());
    settle(retried(cancelled, Duration.ofHours(1), DOWN));
    change(cancelled.id(), new JobChange.Cancel("enough"));
    settle(succeeded(running(aJob())));

    JobFilter filter = EVERY.fingerprint(DOWN_PRINT);
    assertThat(matching(filter))
        .containsExactly(cancelled.id(), dead.id(), snoozed.id(), recovered.id(), running.id());
    assertThat(matching(filter.state(JobState.RUNNING))).containsExactly(running.id());
    assertThat(matching(filter.state(JobState.SUCCEEDED))).containsExactly(recovered.id());
    assertThat(matching(filter.state(JobState.RETRYING))).containsExactly(snoozed.id());
    assertThat(matching(filter.state(JobState.QUEUED))).isEmpty();
    assertThat(matching(filter.state(JobState.DEAD))).containsExactly(dead.id());
    assertThat(matching(filter.queue(queue("a")))).containsExactly(running.id());
    assertThat(matching(filter.queue(queue("dead")))).containsExactly(dead.id());
    assertThat(matching(filter.tenant(new TenantId("x")))).containsExactly(running.id());
    assertThat(matching(filter.key(new IdempotencyKey("k")))).containsExactly(running.id());
    assertThat(matching(filter.key(new IdempotencyKey("other")))).isEmpty();
    assertThat(matching(filter.movedFrom(JobDraft.QUEUE))).containsExactly(dead.id());
    assertThat(matching(filter.finishedFrom(START)))
        .containsExactly(cancelled.id(), dead.id(), recovered.id());
    assertThat(matching(filter.errorType("DB_DOWN")))
        .containsExactly(cancelled.id(), dead.id(), snoozed.id(), running.id());
    assertThat(matching(filter.before(snoozed.id()))).containsExactly(recovered.id(), running.id());
    assertThat(matching(filter.offset(1)).subList(0, 2)).containsExactly(dead.id(), snoozed.id());
    assertThat(matching(EVERY.fingerprint(new FailureFingerprint("0123456789abcdef")))).isEmpty();
  }

  @Test
  default void an_offset_leaves_out_the_newest_that_match() {
    List<JobId> ids = new ArrayList<>(enqueueMany(7));
    Collections.reverse(ids);

    JobPage page = store().queries().list(JobFilter.all(3).offset(2));
    assertThat(page.items()).extracting(Job::id).isEqualTo(ids.subList(2, 5));
    assertThat(page.next()).isEqualTo(ids.get(4));
    assertThat(matching(JobFilter.all(3).offset(2).before(ids.get(4))))
        .isEqualTo(ids.subList(5, 7));
    assertThat(store().queries().list(JobFilter.all(3).offset(4)).next()).isNull();
    assertThat(matching(JobFilter.all(3).offset(6))).isEqualTo(ids.subList(6, 7));
    assertThat(matching(JobFilter.all(3).offset(7))).isEmpty();
    assertThat(matching(JobFilter.all(3).offset(JobFilter.MAX_OFFSET))).isEmpty();
  }

  @Test
  default void an_offset_counts_over_all_states_and_in_each() {
    List<JobId> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ClaimedJob done = running(aJob());
      settle(succeeded(done));
      ClaimedJob dead = running(aJob());
      settle(deadLettered(dead, "dead", "poison"));
      ClaimedJob running = running(aJob());
      JobId waiting = enqueue(aJob().in("late").keyed("k" + i));
      ids.addAll(List.of(done.id(), dead.id(), running.id(), waiting));
    }
    Collections.reverse(ids);

    for (int offset = 0; offset <= ids.size(); offset++) {
      assertThat(matching(EVERY.offset(offset))).isEqualTo(ids.subList(offset, ids.size()));
    }
    assertThat(matching(EVERY.state(JobState.QUEUED).offset(1)))
        .containsExactly(ids.get(4), ids.get(8));
    assertThat(matching(EVERY.state(JobState.RUNNING).offset(1)))
        .containsExactly(ids.get(5), ids.get(9));
    assertThat(matching(EVERY.state(JobState.DEAD).offset(2))).containsExactly(ids.get(10));
    assertThat(matching(EVERY.state(JobState.SUCCEEDED).offset(2))).containsExactly(ids.get(11));
    assertThat(matching(EVERY.key(new IdempotencyKey("k0")).offset(1))).isEmpty();
  }

  @Test
  default void an_offset_outside_its_bounds_is_refused() {
    for (int offset : new int[] {-1, JobFilter.MAX_OFFSET + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> EVERY.offset(offset))
          .withMessage("offset must be from 0 to 100000 but was " + offset);
    }
  }

  private List<JobId> matching(JobFilter filter) {
    return store().queries().list(filter).items().stream().map(Job::id).toList();
  }
}
