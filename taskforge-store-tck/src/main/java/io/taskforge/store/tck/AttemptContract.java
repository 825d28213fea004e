package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.Run;
import io.taskforge.query.AttemptFilter;
import io.taskforge.store.ClaimedJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The attempts in a job's history. */
interface AttemptContract extends StoreUnderTest {
  @Test
  default void a_failed_attempt_is_kept_with_all_that_is_known_of_it() {
    JobId id = enqueue(aJob().at(START.plusSeconds(1)));
    clock().set(START.plusSeconds(2));
    ClaimedJob claimed = claimOne();
    clock().set(START.plusSeconds(3));
    Failure failure =
        failure("http_503", FailureKind.OVERLOAD, "too busy")
            .withStatusCode(503)
            .withStackTrace("at a.B.c(B.java:7)\n\tat d");

    settle(
        saying(
            retried(claimed, Duration.ofSeconds(30), failure),
            "exponential, first retry",
            List.of("one", "two"),
            0.25));

    assertThat(attempts(id))
        .containsExactly(
            new Attempt(
                id,
                new AttemptNumber(1, 0, 0),
                0,
                WORKER,
                START.plusSeconds(1),
                START.plusSeconds(2).plus(RAN),
                new Run(START.plusSeconds(2), RAN, List.of("one", "two"), 0.25),
                new Attempt.Result(
                    AttemptStatus.FAILED,
                    new Counters(1, 0, 0),
                    new Attempt.FailureDetails(
                        FailureKind.OVERLOAD, "http_503", "too busy", "at a.B.c(B.java:7)\n\tat d"),
                    new Attempt.NextRun(Duration.ofSeconds(30), START.plusSeconds(33)),
                    "exponential, first retry")));
  }

  @Test
  default void a_successful_attempt_has_no_error_and_no_next_run() {
    JobId id = settled(this::succeeded);

    assertThat(attempts(id))
        .containsExactly(
            new Attempt(
                id,
                new AttemptNumber(1, 0, 0),
                0,
                WORKER,
                START,
                START.plus(RAN),
                Run.of(START, RAN),
                new Attempt.Result(AttemptStatus.SUCCEEDED, Counters.ZERO, null, null, null)));
  }

  @Test
  default void a_history_of_one_failure_kind_has_its_attempts_only() {
    Failure busy = failure("busy", FailureKind.OVERLOAD, "no room");
    JobId id = enqueue(aJob());
    settle(retried(claimOne(), Duration.ZERO, busy));
    settle(retried(claimOne(), Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    settle(retried(claimOne(), Duration.ZERO, busy));
    claimOne();

    AttemptFilter all = AttemptFilter.all(id);
    assertThat(entries(all.failureKind(FailureKind.OVERLOAD))).containsExactly(1, 4);
    assertThat(entries(all.failureKind(FailureKind.OVERLOAD).before(4))).containsExactly(1);
    assertThat(entries(all.failureKind(FailureKind.OVERLOAD).limit(1))).containsExactly(4);
    assertThat(entries(all.failureKind(FailureKind.TRANSIENT))).containsExactly(2);
    assertThat(entries(all.failureKind(FailureKind.PERMANENT))).isEmpty();
    assertThat(entries(all)).containsExactly(1, 2, 3, 4, 5);
  }

  private List<Integer> entries(AttemptFilter filter) {
    return queries().attempts(filter).stream().map(attempt -> attempt.number().entry()).toList();
  }

  @Test
  default void a_running_attempt_is_shown_last_and_unfinished() {
    settle(retried(running(aJob()), Duration.ZERO));
    advance(Duration.ofSeconds(1));
    ClaimedJob claimed = claimOne();

    assertThat(attempts(claimed.id())).hasSize(2);
    assertThat(attempts(claimed.id()).get(1))
        .isEqualTo(
            new Attempt(
                claimed.id(),
                new AttemptNumber(2, 0, 0),
                1,
                WORKER,
                START,
                null,
                new Run(START.plusSeconds(1), null, List.of(), null),
                new Attempt.Result(
                    AttemptStatus.RUNNING, new Counters(1, 0, 0), null, null, null)));
  }

  @Test
  default void history_is_in_order_and_has_no_gap() {
    JobId id = enqueue(aJob());
    settle(retried(claimOne(), Duration.ZERO));
    settle(snoozed(claimOne(), Duration.ZERO));
    claimOne();
    loseLease();
    settle(interrupted(claimOne()));
    settle(retried(claimOne(), Duration.ZERO));
    settle(succeeded(claimOne()));

    assertThat(attempts(id)).extracting(Attempt::attempt).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(attempts(id)).extracting(Attempt::retry).containsExactly(0, 1, 1, 1, 1, 2);
    assertThat(attempts(id))
        .extracting(Attempt::status)
        .containsExactly(
            AttemptStatus.FAILED,
            AttemptStatus.SNOOZED,
            AttemptStatus.LOST,
            AttemptStatus.INTERRUPTED,
            AttemptStatus.FAILED,
            AttemptStatus.SUCCEEDED);
    assertThat(attempts(id).get(5).counters()).isEqualTo(new Counters(2, 1, 1));
  }

  @Test
  default void a_later_attempt_does_not_change_an_earlier_one() {
    JobId id = settled(job -> retried(job, Duration.ofSeconds(5)));
    List<Attempt> before = attempts(id);
    advance(Duration.ofSeconds(7));
    settle(givenUp(claimOne()));

    assertThat(attempts(id).subList(0, 1)).isEqualTo(before);
  }

  @Test
  default void of_a_long_history_the_latest_are_shown_oldest_first() {
    JobId id = enqueue(aJob());
    repeat(5, () -> settle(retried(claimOne(), Duration.ZERO)));

    assertThat(queries().attempts(id, 2)).extracting(Attempt::attempt).containsExactly(4, 5);
    claimOne();
    assertThat(queries().attempts(id, 2)).extracting(Attempt::attempt).containsExactly(5, 6);
    assertThat(queries().attempts(id, 1)).extracting(Attempt::attempt).containsExactly(6);
  }

  @Test
  default void a_lost_attempt_names_the_worker_that_lost_it() {
    running(aJob());
    ClaimedJob rescued = rescued();
    settle(lost(rescued));

    assertThat(attempts(rescued.id()))
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.status()).isEqualTo(AttemptStatus.LOST);
              assertThat(attempt.worker()).isEqualTo(WORKER);
              assertThat(attempt.counters()).isEqualTo(new Counters(0, 1, 0));
              assertThat(attempt.delay()).isEqualTo(Duration.ZERO);
              assertThat(attempt.nextRunAt()).isEqualTo(clock().instant());
            });
  }

  @Test
  default void an_unknown_job_has_no_attempts() {
    assertThat(attempts(newId())).isEmpty();
  }

  @Test
  default void each_job_has_its_own_history() {
    ClaimedJob a = running(aJob());
    ClaimedJob b = running(aJob());
    commitAll(succeeded(a), givenUp(b));

    assertThat(attempts(a.id()))
        .extracting(Attempt::status)
        .containsExactly(AttemptStatus.SUCCEEDED);
    assertThat(attempts(b.id())).extracting(Attempt::status).containsExactly(AttemptStatus.FAILED);
  }
}
