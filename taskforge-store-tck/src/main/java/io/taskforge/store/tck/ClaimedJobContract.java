package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data of a claimed job, and its lease. */
interface ClaimedJobContract extends StoreUnderTest {
  @Test
  default void a_claimed_job_comes_with_all_that_is_needed_to_run_it() {
    JobId id =
        enqueue(
            aJob()
                .in("mail")
                .ofType("send-mail")
                .of("acme")
                .with("[1]")
                .priority(3)
                .at(START.plusSeconds(1))
                .atMostOnce()
                .retryPolicy("{\"maxRetries\":2}")
                .timeout(Duration.ofSeconds(30))
                .deadline(START.plusSeconds(900))
                .keyed("k")
                .inLane("smtp")
                .inTrace(JobDraft.TRACE));
    clock().set(START.plusSeconds(4));

    ClaimedJob claimed = claim(claimBy(WORKER).from("mail", 1).types("send-mail").upTo(1)).get(0);

    assertThat(claimed)
        .isEqualTo(
            new ClaimedJob(
                new JobIdentity(id, queue("mail"), type("send-mail"), tenant("acme")),
                "[1]",
                new JobSettings(
                    3,
                    Guarantee.AT_MOST_ONCE,
                    "{\"maxRetries\":2}",
                    new JobSettings.TimeLimits(Duration.ofSeconds(30), START.plusSeconds(900)),
                    new JobSettings.Origin(key("k"), null, JobDraft.TRACE),
                    "smtp",
                    List.of()),
                new ClaimedJob.Claim(claimed.lease(), START.plusSeconds(4), null, false),
                new AttemptNumber(1, 0, 0),
                Counters.ZERO,
                new ClaimedJob.Timing(START.plusSeconds(1), null, null)));
  }

  @Test
  default void a_claimed_job_is_running_and_shows_its_lease() {
    advance(Duration.ofSeconds(2));
    ClaimedJob claimed = running(aJob());

    Job job = job(claimed.id());
    assertThat(job.state()).isEqualTo(JobState.RUNNING);
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(job.lease())
        .isEqualTo(
            new Job.RunningLease(
                WORKER,
                claimed.lease().token(),
                START.plusSeconds(2),
                START.plusSeconds(2).plus(LEASE)));
  }

  @Test
  default void one_lease_covers_all_jobs_of_a_claim_by_position() {
    repeat(3, () -> enqueueAll(aJob().in("a"), aJob().in("b")));

    List<LeaseRef> leases =
        claim(claimBy(WORKER).from("a", 9).from("b", 9).upTo(9)).stream()
            .map(ClaimedJob::lease)
            .toList();

    assertThat(leases).extracting(LeaseRef::token).containsOnly(leases.get(0).token());
    assertThat(leases).extracting(LeaseRef::position).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
  }

  @Test
  default void tokens_only_grow() {
    enqueueMany(20);
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      tokens.add(claim(2).get(0).lease().token());
      tokens.add(claim(claimBy(OTHER_WORKER).upTo(2)).get(0).lease().token());
      letLeasesExpire();
      tokens.add(rescue(RESCUER, 1).get(0).lease().token());
    }

    assertThat(tokens).isSorted().doesNotHaveDuplicates();
  }

  @Test
  default void attempts_are_counted_from_one_whatever_ended_them() {
    JobId id = enqueue(aJob());

    ClaimedJob first = claimOne();
    settle(retried(first, Duration.ZERO));
    ClaimedJob second = claimOne();
    settle(snoozed(second, Duration.ZERO));
    ClaimedJob third = claimOne();
    settle(interrupted(third));
    ClaimedJob fourth = claimOne();

    assertThat(List.of(first, second, third, fourth))
        .extracting(ClaimedJob::attempt)
        .containsExactly(1, 2, 3, 4);
    assertThat(job(id).attempt()).isEqualTo(4);
  }

  @Test
  default void a_claimed_job_tells_what_happened_before() {
    settle(retried(running(aJob()), Duration.ZERO));
    settle(retried(claimOne(), Duration.ZERO));
    settle(interrupted(claimOne()));
    letLeasesExpire();
    settle(snoozed(claimOne(), Duration.ZERO));

    assertThat(claimOne().counters()).isEqualTo(new Counters(2, 0, 1));
  }

  @Test
  default void later_attempts_know_when_the_first_was_claimed() {
    clock().set(START.plusSeconds(2));
    ClaimedJob first = running(aJob());
    advance(Duration.ofSeconds(3));
    settle(retried(first, Duration.ofSeconds(10)));
    clock().set(START.plusSeconds(20));
    ClaimedJob second = claimOne();
    settle(snoozed(second, Duration.ZERO));
    ClaimedJob third = claimOne();

    assertThat(first.firstStartedAt()).isNull();
    assertThat(second.firstStartedAt()).isEqualTo(START.plusSeconds(2));
    assertThat(third.firstStartedAt()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  default void a_retry_knows_the_delay_before_it_and_a_snooze_is_none() {
    ClaimedJob first = running(aJob());
    settle(retried(first, Duration.ofMillis(1_234)));
    advance(Duration.ofMinutes(1));
    ClaimedJob second = claimOne();
    settle(snoozed(second, Duration.ofSeconds(7)));
    advance(Duration.ofMinutes(1));
    ClaimedJob third = claimOne();
    settle(retried(third, Duration.ofNanos(1_000)));
    advance(Duration.ofMinutes(1));

    assertThat(first.previousDelay()).isNull();
    assertThat(second.previousDelay()).isEqualTo(Duration.ofMillis(1_234));
    assertThat(third.previousDelay()).isEqualTo(Duration.ofMillis(1_234));
    assertThat(claimOne().previousDelay()).isEqualTo(Duration.ofNanos(1_000));
  }

  @Test
  default void a_retry_says_when_it_was_due_and_when_it_was_claimed() {
    settle(retried(running(aJob()), Duration.ofSeconds(10)));
    clock().set(START.plusSeconds(25));

    ClaimedJob retry = claimOne();

    assertThat(retry.scheduledAt()).isEqualTo(START.plusSeconds(10));
    assertThat(retry.claimedAt()).isEqualTo(START.plusSeconds(25));
  }

  @Test
  default void a_job_that_is_retried_after_its_end_has_no_past_but_its_total_of_attempts() {
    JobId first = settled(job -> retried(job, Duration.ofSeconds(1)));
    advance(Duration.ofSeconds(1));
    settle(givenUp(claimOne()));
    advance(Duration.ofSeconds(5));
    retryNow(first);

    ClaimedJob anew = claimOne();

    assertThat(anew.number()).isEqualTo(new AttemptNumber(3, 0, 2));
    assertThat(anew.counters()).isEqualTo(Counters.ZERO);
    assertThat(anew.firstStartedAt()).isNull();
    assertThat(anew.previousDelay()).isNull();
    assertThat(anew.scheduledAt()).isEqualTo(START.plusSeconds(6));
  }
}
