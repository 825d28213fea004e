package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups of failures with the same fingerprint. */
interface FailureGroupContract extends StoreUnderTest {
  FailureGroupFilter GROUPS = FailureGroupFilter.all(100);

  @Test
  default void where_nothing_failed_there_are_no_groups() {
    settle(succeeded(running(aJob())));
    settle(snoozed(running(aJob()), Duration.ofHours(1)));
    running(aJob());
    loseLease();

    assertThat(groups(GROUPS)).isEmpty();
  }

  @Test
  default void a_group_tells_all_about_its_failures() {
    beat(WORKER);
    settled(aJob().in("a"), job -> retried(job, Duration.ZERO, down("10.0.0.1")));
    advance(Duration.ofMinutes(1));
    settle(deadLettered(claimOneFrom("a"), down("10.0.0.2")));
    advance(Duration.ofMinutes(1));
    JobId last = settled(aJob().in("b"), job -> givenUp(job, down("10.0.0.3")));

    assertThat(groups(GROUPS))
        .containsExactly(
            new FailureGroup(
                FailureFingerprint.of(down("1.2.3.4")),
                3,
                new FailureGroup.Seen(
                    START.plus(RAN), START.plus(Duration.ofMinutes(2)).plus(RAN), lastDay(3)),
                Set.of(queue("a"), queue("b")),
                Set.of("1.0"),
                new FailureGroup.Sample(
                    last, "db_down", FailureKind.TRANSIENT, "no db at 10.0.0.3"),
                1));
  }

  @Test
  default void a_group_counts_its_failures_in_each_of_the_last_hours() {
    settle(givenUp(running(aJob()), failure("same")));
    advance(Duration.ofHours(20));
    settle(givenUp(running(aJob().in("a").of("x")), failure("same")));
    settle(givenUp(running(aJob().in("b")), failure("same")));
    advance(Duration.ofMinutes(61));
    settle(givenUp(running(aJob().in("a")), failure("same")));
    advance(Duration.ofMinutes(181));

    assertThat(only(GROUPS).seen().hours()).isEqualTo(lastDay(0, 0, 0, 1, 2));
    assertThat(only(GROUPS.queue(queue("a"))).seen().hours()).isEqualTo(lastDay(0, 0, 0, 1, 1));
    assertThat(only(GROUPS.tenant(tenant("x"))).seen().hours()).isEqualTo(lastDay(0, 0, 0, 0, 1));
  }

  @Test
  default void a_group_names_the_versions_of_the_workers_that_failed() {
    settle(givenUp(running(aJob()), failure("same")));
    assertThat(only(GROUPS).versions()).isEmpty();
    beat(WORKER);
    settle(givenUp(running(aJob()), failure("same")));
    store().deregister(WORKER);

    assertThat(only(GROUPS).versions()).containsExactly("1.0");
  }

  @Test
  default void one_group_is_found_by_its_fingerprint() {
    settle(givenUp(running(aJob()), failure("one")));
    settle(givenUp(running(aJob()), failure("two")));

    FailureGroup group = only(GROUPS.fingerprint(FailureFingerprint.of(failure("two"))));
    assertThat(group.sample().message()).isEqualTo("two");
    assertThat(groups(GROUPS.fingerprint(FailureFingerprint.of(failure("three"))))).isEmpty();
  }

  @Test
  default void the_largest_group_is_first_and_among_equals_the_latest() {
    settle(givenUp(running(aJob()), failure("once, early")));
    advance(TICK);
    settle(givenUp(running(aJob()), failure("twice")));
    settle(givenUp(running(aJob()), failure("twice")));
    advance(TICK);
    settle(givenUp(running(aJob()), failure("once, late")));

    assertThat(groups(GROUPS))
        .extracting(group -> group.sample().message())
        .containsExactly("twice", "once, late", "once, early");
    assertThat(groups(FailureGroupFilter.all(2)))
        .extracting(group -> group.sample().message())
        .containsExactly("twice", "once, late");
  }

  @Test
  default void a_start_a_queue_and_a_tenant_leave_out_the_others() {
    settle(givenUp(running(aJob().in("a").of("x")), failure("same")));
    advance(TICK);
    ClaimedJob dead = running(aJob().in("a").of("y"));
    settle(deadLettered(dead, failure("same")));
    advance(TICK);
    settle(givenUp(running(aJob().in("b").of("y")), failure("same")));

    assertThat(only(GROUPS.queue(queue("a"))).count()).isEqualTo(2);
    assertThat(only(GROUPS.queue(queue("a"))).queues()).containsExactly(queue("a"));
    assertThat(only(GROUPS.queue(queue("a"))).sample().job()).isEqualTo(dead.id());
    assertThat(only(GROUPS.queue(queue("a"))).dead()).isEqualTo(1);
    assertThat(groups(GROUPS.queue(queue("dead")))).isEmpty();
    assertThat(only(GROUPS.tenant(tenant("y"))).count()).isEqualTo(2);
    assertThat(only(GROUPS.tenant(tenant("x"))).dead()).isZero();
    assertThat(only(GROUPS.from(START.plus(RAN).plus(TICK))).count()).isEqualTo(2);
    assertThat(only(GROUPS.from(START.plus(RAN).plus(TICK).plus(TICK))).count()).isEqualTo(1);
    assertThat(only(GROUPS.from(START.plus(RAN).plus(TICK).plus(TICK))).dead()).isZero();
    assertThat(groups(GROUPS.from(START.plus(Duration.ofDays(1))))).isEmpty();
  }

  @Test
  default void dead_are_jobs_that_are_so_now_by_their_last_failure() {
    JobId redriven = settled(job -> deadLettered(job, failure("same")));
    redrive(redriven);
    settle(retried(claimOne(), Duration.ofHours(1), failure("same")));
    JobId cancelled = settled(job -> deadLettered(job, failure("same")));
    cancel(cancelled);
    settle(retried(running(aJob()), Duration.ZERO, failure("same")));
    settle(deadLettered(claimOne(), failure("other")));
    settle(deadLettered(running(aJob()), failure("same")));

    List<FailureGroup> groups = groups(GROUPS);
    assertThat(groups).extracting(FailureGroup::count).containsExactly(5L, 1L);
    assertThat(groups).extracting(FailureGroup::dead).containsExactly(1L, 1L);
  }

  @Test
  default void of_many_queues_the_first_by_name_are_named() {
    List<String> names = IntStream.range(10, 35).mapToObj(n -> "q" + n).toList();
    names.forEach(name -> settle(givenUp(running(aJob().in(name)))));

    Set<QueueName> first =
        names.subList(0, 20).stream().map(QueueName::new).collect(Collectors.toSet());
    assertThat(only(GROUPS).queues()).isEqualTo(first);
    assertThat(only(GROUPS).count()).isEqualTo(25);
    assertThat(only(GROUPS).fingerprint()).isEqualTo(FailureFingerprint.of(TIMEOUT));
  }

  @Test
  default void failures_of_jobs_that_were_purged_are_in_no_group() {
    settle(givenUp(running(aJob()), failure("old")));
    advance(Duration.ofDays(2));
    settle(givenUp(running(aJob()), failure("new")));
    Duration day = Duration.ofDays(1);
    store().purge(Retention.DEFAULT.jobs(day), 100);

    assertThat(groups(GROUPS)).extracting(group -> group.sample().message()).containsExactly("new");
  }

  @Test
  default void a_number_of_groups_outside_its_bounds_is_refused() {
    for (int limit : new int[] {0, FailureGroupFilter.MAX_LIMIT + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FailureGroupFilter.all(limit))
          .withMessage("limit must be from 1 to 1000 but was " + limit);
    }
  }

  /** The counts of the latest hours, latest first, and 0 for the others. */
  private static List<Long> lastDay(long... latest) {
    List<Long> hours = new ArrayList<>(Collections.nCopies(FailureGroup.HOURS, 0L));
    for (int i = 0; i < latest.length; i++) {
      hours.set(FailureGroup.HOURS - 1 - i, latest[i]);
    }
    return hours;
  }

  private List<FailureGroup> groups(FailureGroupFilter filter) {
    return queries().failureGroups(filter);
  }

  private FailureGroup only(FailureGroupFilter filter) {
    List<FailureGroup> groups = groups(filter);
    assertThat(groups).hasSize(1);
    return groups.get(0);
  }

  private Failure down(String address) {
    return failure("db_down", FailureKind.TRANSIENT, "no db at " + address);
  }

  private Failure failure(String message) {
    return failure("broken", FailureKind.PERMANENT, message);
  }
}
