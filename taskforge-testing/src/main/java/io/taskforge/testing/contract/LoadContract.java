package io.taskforge.testing.contract;

import static io.taskforge.testing.contract.JobDraft.aJob;
import static io.taskforge.testing.contract.Settlements.deadLettered;
import static io.taskforge.testing.contract.Settlements.discarded;
import static io.taskforge.testing.contract.Settlements.givenUp;
import static io.taskforge.testing.contract.Settlements.interrupted;
import static io.taskforge.testing.contract.Settlements.retried;
import static io.taskforge.testing.contract.Settlements.snoozed;
import static io.taskforge.testing.contract.Settlements.succeeded;
import static io.taskforge.testing.contract.StoreUnderTest.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.store.AttemptCounts;
import io.taskforge.store.QueueLoad;
import io.taskforge.store.QueueLoad.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What waits for somebody, and how attempts end, by queue. */
interface LoadContract extends StoreUnderTest {
  @Test
  default void an_empty_store_has_no_load() {
    assertThat(store().queries().loads()).isEmpty();
    assertThat(attempts(START, START.plus(Duration.ofDays(1)))).isEmpty();
  }

  @Test
  default void due_jobs_are_counted_by_type_with_the_oldest_and_dead_letters_by_queue() {
    settle(deadLettered(running(aJob().in("a")), "dead", "poison"));
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

    assertThat(store().queries().loads())
        .isEqualTo(
            Map.of(
                queue("a"),
                new QueueLoad(
                    0,
                    Map.of(
                        new JobType("mail"), new Due(2, START.plusSeconds(7)),
                        new JobType("fax"), new Due(1, now))),
                queue("dead"),
                new QueueLoad(1, Map.of())));
  }

  @Test
  default void attempts_that_succeeded_or_failed_are_counted_where_they_ran() {
    settle(succeeded(running(aJob().in("a"))));
    settle(retried(running(aJob().in("a")), Duration.ZERO));
    settle(succeeded(claimOneFrom("a")));
    settle(retried(running(aJob().in("a")), Duration.ZERO));
    settle(givenUp(claimOneFrom("a")));
    settle(givenUp(running(aJob().in("a"))));
    settle(retried(running(aJob().in("b")), Duration.ZERO));
    settle(deadLettered(claimOneFrom("b"), "dead", "poison"));
    settle(succeeded(running(aJob().in("c"))));

    assertThat(attempts(START, START.plus(Duration.ofDays(1))))
        .isEqualTo(
            Map.of(
                queue("a"), new AttemptCounts(6, 2, 1),
                queue("b"), new AttemptCounts(2, 1, 1),
                queue("c"), new AttemptCounts(1, 0, 0)));
  }

  @Test
  default void what_is_made_again_or_not_wanted_any_more_is_no_attempt_that_ended() {
    settle(snoozed(running(aJob()), Duration.ofHours(1)));
    settle(interrupted(running(aJob())));
    settle(discarded(claimOne()));

    assertThat(attempts(START, START.plus(Duration.ofDays(1)))).isEmpty();
  }

  @Test
  default void attempts_outside_of_the_period_are_not_counted() {
    settle(succeeded(running(aJob())));
    settle(retried(running(aJob()), Duration.ofHours(1)));
    Instant ended = START.plus(Settlements.RAN);

    assertThat(attempts(START.minusSeconds(1), START)).isEmpty();
    assertThat(attempts(START, ended.plus(TICK)))
        .isEqualTo(Map.of(JobDraft.QUEUE, new AttemptCounts(2, 1, 0)));
    assertThat(attempts(ended.plus(TICK), ended.plusSeconds(1))).isEmpty();
  }

  private Map<QueueName, AttemptCounts> attempts(Instant from, Instant to) {
    return store().queries().attemptCounts(from, to);
  }
}
