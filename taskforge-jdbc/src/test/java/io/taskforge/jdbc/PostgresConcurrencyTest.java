package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PostgresConcurrencyTest {
  private static final int JOBS = 20_000;
  private static final int THREADS = 8;

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void eight_threads_that_claim_and_commit_run_each_job_exactly_once() throws Exception {
    Set<JobId> enqueued = new HashSet<>();
    for (int done = 0; done < JOBS; done += 1_000) {
      List<NewJob> jobs = fixture.jobs(1_000);
      fixture.store.enqueue(jobs);
      jobs.forEach(job -> enqueued.add(job.id()));
    }
    ConcurrentLinkedQueue<JobId> ran = new ConcurrentLinkedQueue<>();
    AtomicInteger refused = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int batch = 50 + 20 * i;
      running.add(threads.submit(() -> drain(batch, ran, refused)));
    }
    for (Future<?> one : running) {
      one.get();
    }
    threads.shutdown();

    assertThat(refused).hasValue(0);
    assertThat(ran).hasSize(JOBS);
    assertThat(new HashSet<>(ran)).isEqualTo(enqueued);
    assertThat(fixture.rows("ready")).isZero();
    assertThat(fixture.rows("lease")).isZero();
    assertThat(fixture.rows("attempt")).isEqualTo(JOBS);
    assertThat(fixture.rows("finished")).isEqualTo(JOBS);
  }

  private void drain(int batch, ConcurrentLinkedQueue<JobId> ran, AtomicInteger refused) {
    // What others have locked is skipped: only an empty table says that nothing is left.
    while (ran.size() < JOBS) {
      List<ClaimedJob> claimed = fixture.claim(batch);
      // Two commits per lease, so that leases are kept with some positions closed, too.
      int half = claimed.size() / 2;
      commit(claimed.subList(half, claimed.size()), refused);
      commit(claimed.subList(0, half), refused);
      claimed.forEach(job -> ran.add(job.id()));
    }
  }

  private void commit(List<ClaimedJob> jobs, AtomicInteger refused) {
    fixture.store.commit(jobs.stream().map(PostgresFixture::succeeded).toList()).stream()
        .filter(result -> result == CommitResult.LEASE_LOST)
        .forEach(result -> refused.incrementAndGet());
  }

  @Test
  void a_commit_with_a_stale_token_writes_nothing_at_all() throws Exception {
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
  void an_enqueue_in_a_callers_transaction_lives_and_dies_with_it() throws Exception {
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
  void a_completion_in_a_callers_transaction_lives_and_dies_with_it() throws Exception {
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
