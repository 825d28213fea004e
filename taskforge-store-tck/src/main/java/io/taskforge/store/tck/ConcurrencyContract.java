package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.WorkerId;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Invariants under concurrency. */
interface ConcurrencyContract extends StoreUnderTest {
  @Test
  default void eight_workers_claim_and_settle_two_thousand_jobs_once_each() throws Exception {
    List<JobId> all = enqueueMany(2_000);

    List<List<JobId>> ran = AllAtOnce.run(8, i -> drain(worker("w" + i), 37));

    List<JobId> once = ran.stream().flatMap(List::stream).toList();
    assertThat(once).hasSize(2_000);
    assertThat(new HashSet<>(once)).isEqualTo(new HashSet<>(all));
    assertThat(queries().stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 2_000L);
    for (JobId id : all.subList(0, 20)) {
      assertThat(attempts(id)).hasSize(1);
    }
  }

  @Test
  default void a_job_is_in_exactly_one_place_at_every_read() throws Exception {
    List<JobId> all = enqueueMany(300);
    AtomicInteger working = new AtomicInteger(3);

    AllAtOnce.run(
        4,
        i -> {
          if (i == 3) {
            return look(all, working);
          }
          try {
            return retryOnceThenSucceed(worker("w" + i));
          } finally {
            working.decrementAndGet();
          }
        });

    assertThat(queries().stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 300L);
  }

  @Test
  default void jobs_of_a_shared_lease_can_be_settled_by_several_threads_at_once() throws Exception {
    List<ClaimedJob> claimed = runningMany(400);

    List<List<CommitResult>> results =
        AllAtOnce.run(
            8,
            i -> {
              List<CommitResult> answers = new ArrayList<>();
              for (int from = i * 50; from < i * 50 + 50; from += 5) {
                answers.addAll(commitAll(claimed.subList(from, from + 5), this::succeeded));
              }
              return answers;
            });

    assertThat(results.stream().flatMap(List::stream))
        .hasSize(400)
        .containsOnly(CommitResult.COMMITTED);
    assertThat(queries().stats().jobsByState()).containsEntry(JobState.SUCCEEDED, 400L);
    letLeasesExpire();
    assertThat(rescue()).isEmpty();
  }

  @Test
  default void settlements_committed_by_two_threads_at_once_are_written_once() throws Exception {
    int rounds = 20;
    List<List<Settlement>> batches = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      enqueueMany(50);
      batches.add(claim(50).stream().map(job -> retried(job, Duration.ofHours(1))).toList());
    }

    List<List<List<CommitResult>>> results =
        AllAtOnce.rounds(2, rounds, (i, round) -> store().commit(batches.get(round)));

    for (int round = 0; round < rounds; round++) {
      Map<JobId, List<Attempt>> written =
          attempts(batches.get(round).stream().map(settlement -> settlement.job().id()).toList());
      for (int i = 0; i < 50; i++) {
        assertThat(List.of(results.get(0).get(round).get(i), results.get(1).get(round).get(i)))
            .containsExactlyInAnyOrder(CommitResult.COMMITTED, CommitResult.LEASE_LOST);
        assertThat(written.get(batches.get(round).get(i).job().id())).hasSize(1);
      }
    }
  }

  @Test
  default void two_workers_that_claim_at_once_share_no_job_and_no_token() throws Exception {
    int rounds = 200;
    List<JobId> all = enqueueMany(2 * rounds);

    List<ClaimedJob> claimed =
        AllAtOnce.rounds(2, rounds, (i, round) -> claim(claimBy(worker("w" + i)).upTo(1))).stream()
            .flatMap(List::stream)
            .flatMap(List::stream)
            .toList();

    List<ClaimedJob> once = new ArrayList<>(claimed);
    once.addAll(claim(2 * rounds));
    assertThat(once).hasSize(2 * rounds);
    assertThat(new HashSet<>(ids(once))).isEqualTo(new HashSet<>(all));
    assertThat(claimed).extracting(job -> job.lease().token()).doesNotHaveDuplicates();
  }

  @Test
  default void a_rescue_that_races_a_commit_leaves_one_of_them_the_winner() throws Exception {
    for (int round = 0; round < 20; round++) {
      List<ClaimedJob> claimed = runningMany(5);
      letLeasesExpire();
      List<ClaimedJob> rescued = new ArrayList<>();
      List<CommitResult> committed = new ArrayList<>();

      AllAtOnce.both(
          () -> rescued.addAll(rescue()),
          () -> committed.addAll(commitAll(claimed, this::succeeded)));

      Set<JobId> taken = new HashSet<>(ids(rescued));
      for (int i = 0; i < 5; i++) {
        boolean won = committed.get(i) == CommitResult.COMMITTED;
        assertThat(taken.contains(claimed.get(i).id())).isEqualTo(!won);
      }
      commitAll(rescued, this::lost);
      Map<JobId, List<Attempt>> written = attempts(ids(claimed));
      for (ClaimedJob job : claimed) {
        assertThat(written.get(job.id()))
            .extracting(Attempt::status)
            .containsExactly(
                taken.contains(job.id()) ? AttemptStatus.LOST : AttemptStatus.SUCCEEDED);
      }
      commitAll(claim(10), this::succeeded);
    }
  }

  @Test
  default void rescuers_that_race_take_each_lease_once() throws Exception {
    List<JobId> all = enqueueMany(40);
    repeat(20, () -> claim(2));
    letLeasesExpire();

    List<List<ClaimedJob>> rescued = AllAtOnce.run(4, i -> rescue(worker("rescuer-" + i), 100));

    List<ClaimedJob> once = rescued.stream().flatMap(List::stream).toList();
    assertThat(ids(once)).containsExactlyInAnyOrderElementsOf(all);
    assertThat(commitAll(once, this::lost)).containsOnly(CommitResult.COMMITTED);
  }

  @Test
  default void a_cancellation_that_races_a_claim_is_made_or_requested() throws Exception {
    for (int round = 0; round < 20; round++) {
      JobId id = enqueue(aJob());
      List<ClaimedJob> claimed = new ArrayList<>();
      List<ChangeResult> changed = new ArrayList<>();

      AllAtOnce.both(() -> claimed.addAll(claim(1)), () -> changed.add(cancel(id)));

      if (claimed.isEmpty()) {
        assertThat(changed)
            .containsExactly(new ChangeResult(ChangeResult.Status.CHANGED, JobState.CANCELLED));
      } else {
        assertThat(changed)
            .containsExactly(new ChangeResult(ChangeResult.Status.REQUESTED, JobState.RUNNING));
        settleCancelled(retried(claimed.get(0), Duration.ZERO));
      }
      assertThat(job(id).state()).isEqualTo(JobState.CANCELLED);
      assertThat(attempts(id)).hasSize(1);
    }
  }

  @Test
  default void a_cancellation_that_races_a_commit_is_never_forgotten() throws Exception {
    for (int round = 0; round < 20; round++) {
      ClaimedJob claimed = running(aJob());

      AllAtOnce.both(
          () -> commit(retried(claimed, Duration.ofHours(1))), () -> cancel(claimed.id()));

      assertThat(job(claimed.id()).state()).isEqualTo(JobState.CANCELLED);
    }
  }

  @Test
  default void enqueues_and_claims_at_once_lose_nothing() throws Exception {
    AtomicInteger enqueuing = new AtomicInteger(4);
    List<List<JobId>> parts =
        AllAtOnce.run(
            8,
            i -> {
              if (i >= 4) {
                return drainUntilDone(worker("w" + i), enqueuing);
              }
              List<JobId> ids = new ArrayList<>();
              repeat(10, () -> ids.addAll(enqueueMany(10)));
              enqueuing.decrementAndGet();
              return ids;
            });

    Set<JobId> in = new HashSet<>();
    parts.subList(0, 4).forEach(in::addAll);
    List<JobId> out = new ArrayList<>();
    parts.subList(4, 8).forEach(out::addAll);
    assertThat(in).hasSize(400);
    assertThat(out).hasSize(400);
    assertThat(new HashSet<>(out)).isEqualTo(in);
  }

  private List<JobId> drainUntilDone(WorkerId worker, AtomicInteger enqueuing) {
    List<JobId> ran = new ArrayList<>();
    boolean last;
    do {
      last = enqueuing.get() == 0;
      ran.addAll(drain(worker, 7));
    } while (!last);
    return ran;
  }

  private List<JobId> drain(WorkerId worker, int batch) {
    List<JobId> ran = new ArrayList<>();
    while (true) {
      List<ClaimedJob> claimed = claim(claimBy(worker).upTo(batch));
      // A store that skips locked rows may return nothing before all jobs are claimed.
      if (claimed.isEmpty() && waiting() == 0) {
        return ran;
      }
      ran.addAll(ids(claimed));
      assertThat(commitAll(claimed, this::succeeded)).allMatch(CommitResult.COMMITTED::equals);
    }
  }

  private boolean retryOnceThenSucceed(WorkerId worker) {
    while (true) {
      List<ClaimedJob> claimed = claim(claimBy(worker).upTo(5));
      if (claimed.isEmpty() && waiting() == 0) {
        return true;
      }
      commitAll(claimed, job -> job.attempt() == 1 ? retried(job, Duration.ZERO) : succeeded(job));
    }
  }

  private boolean look(List<JobId> all, AtomicInteger working) {
    do {
      StoreStats stats = queries().stats();
      assertThat(stats.jobsByState().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(all.size());
      assertThat(queries().jobs(all)).hasSize(all.size());
    } while (working.get() > 0);
    return true;
  }
}
