package io.taskforge.jdbc.postgres;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ConcurrencyTest {
  private static final int JOBS = 20_000;
  private static final int PRIORITIES = 5;
  private static final int DELAYED_EVERY = 20;
  private static final Duration DELAY = Duration.ofSeconds(5);
  private static final int THREADS = 8;

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  /** On the database's clock, so that claims continue where earlier claims ended. */
  @Test
  @Timeout(120)
  void eight_threads_run_every_job_once_when_it_is_due_and_by_priority() throws Exception {
    String schema = PostgresDatabase.freshSchema();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (PostgresJobStore store =
        PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(schema).build()) {
      Map<JobId, Integer> priorityOfDueJobs = new HashMap<>();
      Set<JobId> enqueued = enqueue(store, priorityOfDueJobs);
      CountDownLatch left = new CountDownLatch(JOBS);
      List<Future<List<ClaimedJob>>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int batch = 200 + 100 * i;
        running.add(threads.submit(() -> drain(store, batch, left)));
      }

      List<ClaimedJob> ran = new ArrayList<>();
      for (Future<List<ClaimedJob>> one : running) {
        List<ClaimedJob> claimed = one.get();
        assertThat(claimed).as("each thread took part").isNotEmpty();
        assertThat(claimed.stream().map(job -> priorityOfDueJobs.get(job.id())))
            .as("among jobs that are due, a thread claims higher priorities first")
            .filteredOn(priority -> priority != null)
            .isSortedAccordingTo(Comparator.reverseOrder());
        ran.addAll(claimed);
      }
      assertThat(ran).hasSize(JOBS);
      assertThat(ran.stream().map(ClaimedJob::id).collect(toSet())).isEqualTo(enqueued);
      assertThat(ran.stream().filter(job -> job.claimedAt().isBefore(job.scheduledAt())))
          .as("jobs that were claimed before they were due")
          .isEmpty();
      String tables = "SELECT count(*) FROM " + schema + ".taskforge_";
      assertThat(PostgresDatabase.number(tables + "ready")).isZero();
      assertThat(PostgresDatabase.number(tables + "lease")).isZero();
      assertThat(PostgresDatabase.number(tables + "attempt")).isZero();
      assertThat(PostgresDatabase.number(tables + "finished WHERE worker IS NOT NULL"))
          .isEqualTo(JOBS);
    } finally {
      threads.shutdownNow();
      PostgresDatabase.drop(schema);
    }
  }

  /**
   * Enqueues jobs and records the priorities of those due immediately; every twentieth is due
   * later.
   */
  private static Set<JobId> enqueue(PostgresJobStore store, Map<JobId, Integer> dueAtOnce) {
    Set<JobId> ids = new HashSet<>();
    try (TaskForge client = TaskForge.builder().store(store).build()) {
      for (int first = 0; first < JOBS; first += 1_000) {
        List<JobRequest> batch = new ArrayList<>();
        for (int i = first; i < first + 1_000; i++) {
          JobRequest job =
              JobRequest.of(PostgresFixture.TYPE.value(), i)
                  .queue(PostgresFixture.QUEUE.value())
                  .priority(i % PRIORITIES);
          batch.add(isDelayed(i) ? job.delay(DELAY) : job);
        }
        List<Enqueued> stored = client.enqueueAll(batch);
        for (int i = 0; i < stored.size(); i++) {
          ids.add(stored.get(i).id());
          if (!isDelayed(first + i)) {
            dueAtOnce.put(stored.get(i).id(), (first + i) % PRIORITIES);
          }
        }
      }
    }
    return ids;
  }

  private static boolean isDelayed(int job) {
    return job / PRIORITIES % DELAYED_EVERY == 0;
  }

  private static List<ClaimedJob> drain(JobStore store, int batch, CountDownLatch left)
      throws InterruptedException {
    List<ClaimedJob> ran = new ArrayList<>();
    List<ClaimedJob> claimed = List.of();
    // Locked jobs are skipped and some are not due yet, so an empty claim does not mean that all
    // are claimed.
    while (!left.await(claimed.isEmpty() ? 10 : 0, TimeUnit.MILLISECONDS)) {
      claimed = store.claim(PostgresFixture.request(batch));
      // Two commits per lease, so that some leases have both open and closed positions.
      int half = claimed.size() / 2;
      commit(store, claimed.subList(half, claimed.size()));
      commit(store, claimed.subList(0, half));
      ran.addAll(claimed);
      claimed.forEach(job -> left.countDown());
    }
    return ran;
  }

  private static void commit(JobStore store, List<ClaimedJob> jobs) {
    assertThat(store.commit(jobs.stream().map(PostgresFixture::succeeded).toList()))
        .as("no lease is lost")
        .doesNotContain(CommitResult.LEASE_LOST);
  }

  @Test
  void a_commit_with_a_stale_token_writes_nothing() throws Exception {
    fixture.store.enqueue(fixture.jobs(3));
    List<ClaimedJob> stale = fixture.claim(3);
    fixture.clock.advance(Duration.ofMinutes(1));
    fixture.store.claimExpired(
        new ClaimRequest.Lease(new WorkerId("rescuer"), JobStore.DEFAULT_LEASE), 10);

    assertThat(fixture.store.commit(stale.stream().map(PostgresFixture::succeeded).toList()))
        .containsOnly(CommitResult.LEASE_LOST);
    assertThat(fixture.rows("attempt")).isZero();
    assertThat(fixture.rows("finished")).isZero();
    assertThat(fixture.rows("lease")).isEqualTo(1);
  }

  @Test
  void an_enqueue_in_a_callers_transaction_is_committed_or_rolled_back_with_it() throws Exception {
    NewJob kept = fixture.job();
    NewJob lost = fixture.job();
    try (Connection transaction = PostgresDatabase.dataSource().getConnection()) {
      transaction.setAutoCommit(false);
      fixture.store.enqueue(transaction, List.of(lost));
      transaction.rollback();
      fixture.store.enqueue(transaction, List.of(kept));
      assertThat(fixture.claim(10)).as("not committed yet").isEmpty();
      assertThat(transaction.getAutoCommit()).isFalse();
      transaction.commit();
    }

    assertThat(fixture.claim(10)).extracting(ClaimedJob::id).containsExactly(kept.id());
  }

  @Test
  void a_completion_in_a_callers_transaction_is_committed_or_rolled_back_with_it()
      throws Exception {
    fixture.store.enqueue(fixture.jobs(1));
    ClaimedJob job = fixture.claim(1).get(0);
    try (Connection transaction = PostgresDatabase.dataSource().getConnection()) {
      transaction.setAutoCommit(false);
      assertThat(fixture.store.commit(transaction, PostgresFixture.succeeded(job)))
          .isEqualTo(CommitResult.COMMITTED);
      transaction.rollback();
      assertThat(state(job.id())).isEqualTo(JobState.RUNNING);

      assertThat(fixture.store.commit(transaction, PostgresFixture.succeeded(job)))
          .isEqualTo(CommitResult.COMMITTED);
      assertThat(state(job.id())).as("not committed yet").isEqualTo(JobState.RUNNING);
      transaction.commit();

      assertThat(state(job.id())).isEqualTo(JobState.SUCCEEDED);
      assertThat(fixture.store.commit(transaction, PostgresFixture.succeeded(job)))
          .isEqualTo(CommitResult.LEASE_LOST);
      transaction.rollback();
    }
    assertThat(fixture.store.queries().attempts(job.id(), 10)).hasSize(1);
  }

  private JobState state(JobId id) {
    return fixture.store.queries().job(id).orElseThrow().state();
  }
}
