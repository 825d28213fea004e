package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Faults between the end of a job and its follow-ups. */
interface FollowUpFaultContract extends FollowUpsUnderTest {
  /** Follow-ups that fail with a transient fault while {@code away} is true. */
  private void followUpsUnless(AtomicBoolean away) {
    store()
        .followUps(
            Echo.of(this)
                .doing(
                    ended -> {
                      if (away.get()) {
                        throw new StoreException(
                            "say what follows", true, new IllegalStateException("not now"));
                      }
                    }));
  }

  private void followUpsThrow(RuntimeException fault) {
    store()
        .followUps(
            ended -> {
              throw fault;
            });
  }

  @Test
  default void a_fault_after_the_end_and_before_its_follow_up_leaves_neither() {
    AtomicBoolean away = new AtomicBoolean(true);
    followUpsUnless(away);
    ClaimedJob one = running(aJob());
    ClaimedJob two = running(aJob());
    List<Settlement> results = List.of(succeeded(one), givenUp(two));

    assertThatThrownBy(() -> store().commit(results))
        .isInstanceOfSatisfying(
            StoreException.class, fault -> assertThat(fault.isTransient()).isTrue());

    assertThat(job(one.id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(job(two.id()).state()).isEqualTo(JobState.RUNNING);
    assertThat(job(one.id()).finishedAt()).isNull();
    assertThat(followed()).isEmpty();
    away.set(false);
    assertThat(store().commit(results)).containsOnly(CommitResult.COMMITTED);
    assertThat(followed()).hasSize(2);
  }

  @Test
  default void a_fault_after_a_cancel_and_before_its_follow_up_leaves_neither() {
    AtomicBoolean away = new AtomicBoolean(true);
    followUpsUnless(away);
    JobId waiting = enqueue(aJob());

    assertThatThrownBy(() -> cancel(waiting)).isInstanceOf(StoreException.class);

    assertThat(job(waiting).state()).isEqualTo(JobState.QUEUED);
    assertThat(attempts(waiting)).isEmpty();
    away.set(false);
    cancel(waiting);
    assertThat(job(waiting).state()).isEqualTo(JobState.CANCELLED);
    assertThat(followed()).hasSize(1);
  }

  @Test
  default void follow_ups_that_throw_do_not_keep_a_job_from_ending() {
    ClaimedJob bad = running(aJob());
    JobId waiting = enqueue(aJob());
    followUpsThrow(new IllegalStateException("a bug"));

    settle(succeeded(bad));
    cancel(waiting);

    assertThat(job(bad.id()).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job(waiting).state()).isEqualTo(JobState.CANCELLED);
    assertThat(waiting()).isZero();
  }

  @Test
  default void a_job_whose_follow_up_fails_does_not_affect_the_others() {
    ClaimedJob fine = running(aJob());
    ClaimedJob bad = running(aJob());
    ClaimedJob alsoFine = running(aJob());
    store()
        .followUps(
            Echo.of(this)
                .doing(
                    ended -> {
                      if (ended.stream().anyMatch(end -> end.id().equals(bad.id()))) {
                        throw new AssertionError("a bug");
                      }
                    }));

    assertThat(commitAll(succeeded(fine), succeeded(bad), succeeded(alsoFine)))
        .containsOnly(CommitResult.COMMITTED);

    assertThat(job(bad.id()).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(followed()).hasSize(2).noneMatch(name -> name.contains(bad.id().toString()));
  }

  @Test
  default void filters_that_throw_do_not_keep_a_job_from_ending() {
    ClaimedJob claimed = running(aJob());
    store()
        .followUps(
            new FollowUps() {
              @Override
              public boolean wants(
                  TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
                throw new IllegalStateException("a bug");
              }

              @Override
              public List<NewJob> after(List<EndedJob> ended) {
                throw new AssertionError("not wanted");
              }
            });

    settle(succeeded(claimed));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  default void a_permanent_store_fault_of_follow_ups_does_not_keep_a_job_from_ending() {
    ClaimedJob claimed = running(aJob());
    followUpsThrow(new StoreException("say what follows", false, null));

    settle(succeeded(claimed));
    assertThat(job(claimed.id()).state()).isEqualTo(JobState.SUCCEEDED);
  }
}
