package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that claim several types while others hold locks. */
final class ClaimTypesTest {
  private static final Set<JobTypeName> TYPES =
      Set.of(new JobTypeName("a"), new JobTypeName("b"), new JobTypeName("c"));
  private static final int THREADS = 8;
  private static final int JOBS = 15_000;

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  @Timeout(120)
  void eight_threads_claim_jobs_of_three_types_once_and_by_priority() throws Exception {
    String schema = PostgresDatabase.freshSchema();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (PostgresJobStore store =
        PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(schema).build()) {
      List<JobId> enqueued = enqueue(store);
      CountDownLatch left = new CountDownLatch(JOBS);
      List<Future<List<ClaimedJob>>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int batch = 100 + 20 * i;
        running.add(threads.submit(() -> drain(store, batch, left)));
      }

      List<JobId> ran = new ArrayList<>();
      for (Future<List<ClaimedJob>> one : running) {
        List<ClaimedJob> claimed = one.get();
        assertThat(claimed)
            .extracting(ClaimedJob::priority)
            .isSortedAccordingTo(Comparator.reverseOrder());
        claimed.forEach(job -> ran.add(job.id()));
      }
      assertThat(ran.stream().sorted().toList()).isEqualTo(enqueued.stream().sorted().toList());
    } finally {
      threads.shutdownNow();
      PostgresDatabase.drop(schema);
    }
  }

  private static List<JobId> enqueue(PostgresJobStore store) {
    List<JobId> ids = new ArrayList<>();
    try (TaskForge client = TaskForge.builder().store(store).build()) {
      for (int first = 0; first < JOBS; first += 1_000) {
        List<JobRequest> batch = new ArrayList<>();
        for (int i = first; i < first + 1_000; i++) {
          // One type is rare, and another occurs only at the end of each priority.
          String type = i > JOBS - 2_000 ? "c" : i % 100 == 0 ? "b" : "a";
          batch.add(JobRequest.of(type, i).queue(PostgresFixture.QUEUE.value()).priority(i % 3));
        }
        client.enqueueAll(batch).stream().map(Enqueued::id).forEach(ids::add);
      }
    }
    return ids;
  }

  private static List<ClaimedJob> drain(JobStore store, int batch, CountDownLatch left)
      throws InterruptedException {
    List<ClaimedJob> all = new ArrayList<>();
    List<ClaimedJob> claimed = List.of();
    // Locked jobs are skipped, so an empty claim does not mean that all are claimed.
    while (!left.await(claimed.isEmpty() ? 10 : 0, TimeUnit.MILLISECONDS)) {
      claimed = store.claim(PostgresFixture.request(batch, TYPES));
      store.commit(claimed.stream().map(PostgresFixture::succeeded).toList());
      all.addAll(claimed);
      claimed.forEach(job -> left.countDown());
    }
    return all;
  }

  @Test
  void a_claim_skips_many_jobs_that_another_transaction_has_locked() throws Exception {
    fixture.store.enqueue(fixture.jobs(1_000));
    Set<JobTypeName> types = Set.of(PostgresFixture.TYPE, new JobTypeName("never"));
    try (Connection other = PostgresDatabase.dataSource().getConnection()) {
      other.setAutoCommit(false);
      assertThat(lockFirst(other, 900)).isEqualTo(900);

      assertThat(fixture.store.claim(PostgresFixture.request(50, types))).hasSize(50);
      assertThat(fixture.store.claim(PostgresFixture.request(60, types))).hasSize(50);
      assertThat(fixture.store.claim(PostgresFixture.request(60, types))).isEmpty();
      other.rollback();
    }
    assertThat(fixture.store.claim(PostgresFixture.request(1_000, types))).hasSize(900);
  }

  private int lockFirst(Connection connection, int rows) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT FROM %s.taskforge_ready ORDER BY run_at, job_id LIMIT %d FOR UPDATE"
                    .formatted(fixture.schema, rows))) {
      int locked = 0;
      while (row.next()) {
        locked++;
      }
      return locked;
    }
  }

  @Test
  void a_claim_locks_only_the_jobs_that_it_takes() throws Exception {
    fixture.store.enqueue(fixture.jobs(100));
    Set<JobTypeName> types = Set.of(PostgresFixture.TYPE, new JobTypeName("never"));
    try (Connection first = PostgresDatabase.dataSource().getConnection()) {
      first.setAutoCommit(false);
      assertThat(ConnectionLanes.claim(first, fixture, PostgresFixture.request(30, types)))
          .hasSize(30);

      assertThat(fixture.store.claim(PostgresFixture.request(100, types))).hasSize(70);
      first.rollback();
    }
  }
}
