package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Counting the jobs that match a filter. */
interface CountContract extends StoreUnderTest {
  Failure FULL = Failure.of(ErrorType.of("disk_full"), FailureKind.TRANSIENT, "no room on disk");

  @Test
  default void an_empty_store_counts_nothing() {
    assertCount(0, any -> any);
    for (JobState state : JobState.values()) {
      assertCount(0, any -> any.state(state));
    }
    assertCount(0, any -> any.key(key("k")));
    assertCount(0, any -> any.fingerprint(FailureFingerprint.of(FULL)));
  }

  @Test
  default void a_count_goes_beyond_page_and_offset_and_begins_at_the_cursor() {
    List<JobId> ids = enqueueMany(JobFilter.MAX_LIMIT + 203);

    assertThat(count(JobFilter.all(1))).isEqualTo(1_203);
    assertThat(count(JobFilter.all(JobFilter.MAX_LIMIT))).isEqualTo(1_203);
    assertThat(count(JobFilter.all(1).offset(1_000))).isEqualTo(1_203);
    assertThat(count(JobFilter.all(1).offset(5_000).state(JobState.QUEUED))).isEqualTo(1_203);
    assertThat(count(JobFilter.all(1).before(ids.get(1_100)))).isEqualTo(1_100);
    assertThat(count(JobFilter.all(1).before(ids.get(0)))).isZero();
  }

  @Test
  default void each_state_counts_its_own_and_all_count_together() {
    enqueueAll(aJob().in("late"), aJob().in("late"), aJob().in("late"));
    running(aJob());
    running(aJob());
    settle(retried(running(aJob()), Duration.ofHours(1)));
    settle(succeeded(running(aJob())));
    settle(succeeded(running(aJob())));
    settle(givenUp(running(aJob())));
    bury("mail", FULL);
    bury("mail", FULL);
    bury("sms", FULL);
    settle(discarded(running(aJob())));

    assertCount(13, any -> any);
    assertCount(3, any -> any.state(JobState.QUEUED));
    assertCount(2, any -> any.state(JobState.RUNNING));
    assertCount(1, any -> any.state(JobState.RETRYING));
    assertCount(2, any -> any.state(JobState.SUCCEEDED));
    assertCount(1, any -> any.state(JobState.FAILED));
    assertCount(3, any -> any.state(JobState.DEAD));
    assertCount(1, any -> any.state(JobState.CANCELLED));
  }

  @Test
  default void a_count_is_narrowed_by_where_a_job_is_and_whose_it_is() {
    enqueueAll(
        aJob().in("mail").ofType("a").of("x"),
        aJob().in("mail").ofType("b").of("x").keyed("k"),
        aJob().in("mail").ofType("b").of("y").keyed("k"),
        aJob().in("sms").ofType("b").of("y"));
    running(aJob().in("call").of("x").keyed("running"));
    settle(succeeded(running(aJob().in("done").of("x").keyed("done"))));

    assertCount(3, any -> any.queue(queue("mail")));
    assertCount(1, any -> any.queue(queue("call")));
    assertCount(1, any -> any.queue(queue("call")).state(JobState.RUNNING));
    assertCount(0, any -> any.queue(queue("call")).state(JobState.QUEUED));
    assertCount(1, any -> any.queue(queue("done")).state(JobState.SUCCEEDED));
    assertCount(0, any -> any.queue(queue("unused")));
    assertCount(3, any -> any.type(type("b")));
    assertCount(4, any -> any.tenant(tenant("x")));
    assertCount(1, any -> any.tenant(tenant("x")).type(type("b")));
    assertCount(2, any -> any.tenant(tenant("x")).state(JobState.QUEUED));
    assertCount(1, any -> any.type(type("b")).tenant(tenant("x")).state(JobState.QUEUED));
    assertCount(2, any -> any.key(key("k")));
    assertCount(1, any -> any.key(key("k")).tenant(tenant("y")));
    assertCount(0, any -> any.key(key("k")).state(JobState.RUNNING));
    assertCount(1, any -> any.key(key("running")).state(JobState.RUNNING));
    assertThat(count(JobFilter.all(1).key(key("k")).offset(1))).isEqualTo(2);
  }

  @Test
  default void a_count_is_narrowed_by_how_a_job_failed() {
    JobId first = bury("mail", FULL);
    JobId second = bury("mail", FULL);
    bury("sms", FULL);
    bury("mail", TIMEOUT);
    settle(retried(running(aJob().keyed("k")), Duration.ofHours(1), FULL));
    settle(succeeded(running(aJob())));

    FailureFingerprint full = FailureFingerprint.of(FULL);
    assertCount(4, any -> any.fingerprint(full));
    assertCount(3, any -> any.fingerprint(full).state(JobState.DEAD));
    assertCount(1, any -> any.fingerprint(full).state(JobState.DEAD).before(second));
    assertCount(0, any -> any.fingerprint(full).state(JobState.DEAD).before(first));
    assertCount(1, any -> any.fingerprint(full).key(key("k")));
    assertCount(0, any -> any.fingerprint(full).key(key("other")));
    assertCount(4, any -> any.errorType("DISK_FULL"));
    assertCount(1, any -> any.errorType("disk_full").state(JobState.RETRYING));
    assertCount(3, any -> any.movedFrom(queue("mail")));
    assertCount(2, any -> any.movedFrom(queue("mail")).errorType("disk_full"));
    assertCount(0, any -> any.movedFrom(queue("mail")).state(JobState.RETRYING));
    assertCount(4, any -> any.queue(queue("dead")));
  }

  @Test
  default void a_count_is_narrowed_by_time_which_includes_its_start_and_not_its_end() {
    bury("mail", FULL);
    advance(TICK);
    Instant then = clock().instant();
    bury("mail", FULL);
    settle(succeeded(running(aJob())));
    advance(TICK);
    bury("mail", FULL);
    enqueue(aJob());

    assertCount(4, any -> any.createdFrom(then));
    assertCount(1, any -> any.createdBefore(then));
    assertCount(2, any -> any.createdFrom(then).createdBefore(then.plus(TICK)));
    assertCount(3, any -> any.finishedFrom(then));
    assertCount(1, any -> any.finishedBefore(then));
    assertCount(2, any -> any.finishedFrom(then).finishedBefore(then.plus(TICK)));
    assertCount(2, any -> any.finishedFrom(then).state(JobState.DEAD));
    assertCount(0, any -> any.finishedFrom(then).state(JobState.QUEUED));
  }

  @Test
  default void a_dead_letter_that_was_redriven_counts_as_waiting() {
    JobId id = bury("mail", FULL);
    bury("mail", FULL);

    redrive(id);

    assertCount(1, any -> any.movedFrom(queue("mail")));
    assertCount(1, any -> any.state(JobState.DEAD));
    assertCount(1, any -> any.queue(queue("mail")).state(JobState.QUEUED));
  }

  private JobId bury(String queue, Failure failure) {
    return settled(aJob().in(queue), job -> deadLettered(job, failure));
  }

  /** A count equals the number of items of a list without a limit. */
  private void assertCount(long expected, UnaryOperator<JobFilter> narrowed) {
    assertThat(count(narrowed.apply(JobFilter.all(1)))).isEqualTo(expected);
    assertThat(queries().list(narrowed.apply(JobFilter.all(100))).items()).hasSize((int) expected);
  }

  private long count(JobFilter filter) {
    return queries().count(filter);
  }
}
