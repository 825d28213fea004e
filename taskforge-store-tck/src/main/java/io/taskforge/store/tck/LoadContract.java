package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.stats.QueueLoad;
import io.taskforge.stats.QueueLoad.Due;
import io.taskforge.stats.RetryActivity;
import io.taskforge.stats.TenantQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The load by tenant and queue: due jobs, dead letters, and the results of attempts. */
interface LoadContract extends StoreUnderTest {
  @Test
  default void an_empty_store_has_no_load() {
    assertThat(queries().loads()).isEmpty();
    assertThat(retries(START, START.plus(Duration.ofDays(1)))).isEmpty();
  }

  @Test
  default void due_jobs_are_counted_by_type_with_the_oldest_and_dead_letters_by_queue() {
    dead(aJob().in("a"));
    settle(succeeded(running(aJob().in("a"))));
    running(aJob().in("a"));
    advance(Duration.ofMinutes(1));
    enqueueAll(
        aJob().in("a").ofType("mail").at(START.plusSeconds(7)).priority(-1),
        aJob().in("a").ofType("mail"),
        aJob().in("a").ofType("fax"),
        aJob().in("a").ofType("later").after(TICK),
        aJob().in("b").ofType("later").after(TICK));
    Instant now = START.plus(Duration.ofMinutes(1));

    assertThat(queries().loads())
        .isEqualTo(
            Map.of(
                place("a"),
                new QueueLoad(
                    0,
                    Map.of(
                        type("mail"), new Due(2, START.plusSeconds(7)),
                        type("fax"), new Due(1, now))),
                place("dead"),
                new QueueLoad(1, Map.of())));
  }

  @Test
  default void each_tenants_part_of_a_queue_has_a_load_of_its_own() {
    dead(aJob().of("acme").in("a"));
    dead(aJob().of("acme").in("a"));
    dead(aJob().of("bolt").in("a"));
    enqueueAll(
        aJob().of("acme").in("a").ofType("mail"),
        aJob().of("bolt").in("a").ofType("mail").at(START.minusSeconds(9)),
        aJob().of("bolt").in("a").ofType("mail"));

    assertThat(queries().loads())
        .isEqualTo(
            Map.of(
                place("acme", "a"),
                new QueueLoad(0, Map.of(type("mail"), new Due(1, START))),
                place("bolt", "a"),
                new QueueLoad(0, Map.of(type("mail"), new Due(2, START.minusSeconds(9)))),
                place("acme", "dead"),
                new QueueLoad(2, Map.of()),
                place("bolt", "dead"),
                new QueueLoad(1, Map.of())));
  }

  @Test
  default void jobs_and_their_retries_are_counted_where_they_ran() {
    settle(succeeded(running(aJob().in("a"))));
    settle(retried(running(aJob().in("a")), Duration.ZERO));
    settle(succeeded(claimOneFrom("a")));
    settle(retried(running(aJob().in("a")), Duration.ZERO));
    settle(givenUp(claimOneFrom("a")));
    settle(givenUp(running(aJob().in("a"))));
    settle(retried(running(aJob().in("b")), Duration.ZERO));
    settle(deadLettered(claimOneFrom("b")));
    settle(succeeded(running(aJob().in("c"))));

    assertThat(retries(START, START.plus(Duration.ofDays(1))))
        .isEqualTo(
            Map.of(
                place("a"), new RetryActivity(4, 2, 1, 2, Duration.ZERO),
                place("b"), new RetryActivity(1, 1, 1, 1, Duration.ZERO)));
  }

  @Test
  default void retries_are_counted_by_tenant_and_only_where_there_are_any() {
    settle(retried(running(aJob().of("acme").in("a")), Duration.ofHours(1)));
    settle(succeeded(running(aJob().of("acme").in("a"))));
    settle(succeeded(running(aJob().of("bolt").in("a"))));
    settle(succeeded(running(aJob().of("acme").in("b"))));
    settle(givenUp(running(aJob().of("crow").in("a"))));
    settle(retried(running(aJob().of("dust").in("a")), Duration.ZERO));
    settle(givenUp(claimOneFrom("a")));
    settle(succeeded(running(aJob().of("dust").in("a"))));

    assertThat(retries(START, START.plus(Duration.ofDays(1))))
        .isEqualTo(
            Map.of(
                place("acme", "a"), new RetryActivity(2, 1, 0, 1, Duration.ofHours(1)),
                place("dust", "a"), new RetryActivity(2, 1, 1, 1, Duration.ZERO)));
  }

  @Test
  default void snoozed_interrupted_and_discarded_runs_are_not_counted() {
    settle(snoozed(running(aJob()), Duration.ofHours(1)));
    settle(interrupted(running(aJob())));
    settle(discarded(claimOne()));

    assertThat(retries(START, START.plus(Duration.ofDays(1)))).isEmpty();
  }

  @Test
  default void attempts_outside_of_the_period_are_not_counted() {
    settle(succeeded(running(aJob())));
    settle(retried(running(aJob()), Duration.ofHours(1)));
    Instant ended = START.plus(RAN);

    assertThat(retries(START.minusSeconds(1), START)).isEmpty();
    assertThat(retries(START, ended.plus(TICK)))
        .isEqualTo(
            Map.of(
                place(JobDraft.QUEUE.value()), new RetryActivity(2, 1, 0, 1, Duration.ofHours(1))));
    assertThat(retries(ended.plus(TICK), ended.plusSeconds(1))).isEmpty();
  }

  private TenantQueue place(String queue) {
    return place(TenantId.DEFAULT.value(), queue);
  }

  private TenantQueue place(String tenant, String queue) {
    return new TenantQueue(tenant(tenant), queue(queue));
  }

  private Map<TenantQueue, RetryActivity> retries(Instant from, Instant to) {
    return queries().retryActivity(from, to);
  }
}
