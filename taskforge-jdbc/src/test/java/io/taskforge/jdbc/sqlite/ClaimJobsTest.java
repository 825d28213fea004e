package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

final class ClaimJobsTest {
  private static final int THREADS = 8;
  private static final int NOT_DUE = 100_000;
  private static final String PREFIX = "taskforge_";

  @TempDir Path directory;

  @Test
  void eight_threads_claim_and_commit_each_job_once() throws Exception {
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve("jobs.db"))) {
      List<NewJob> jobs = SqliteJobs.jobs(10_000);
      store.enqueue(jobs);
      List<Callable<List<JobId>>> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        String worker = "worker-" + i;
        workers.add(() -> SqliteJobs.drain(store, worker, 50));
      }
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<JobId> done = new ArrayList<>();
      for (Future<List<JobId>> each : pool.invokeAll(workers)) {
        done.addAll(each.get());
      }
      pool.shutdown();
      assertThat(done.stream().sorted().toList())
          .isEqualTo(jobs.stream().map(NewJob::id).sorted().toList());
    }
  }

  @Test
  void a_claim_does_not_visit_jobs_that_are_not_due() throws SQLException {
    Path file = directory.resolve("jobs.db");
    SqliteJobStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Session session = Session.borrowing(connection, new NamedSql.Cache(PREFIX))) {
      long stepsAlone = stepsOfClaim(connection, session);
      for (int priority = -2; priority <= 2; priority++) {
        addNotDue(session, priority);
      }
      long stepsAmongMany = stepsOfClaim(connection, session);
      // Two more statements per priority, and no cost per job.
      assertThat(stepsAmongMany - stepsAlone).isLessThan(5_000);
    }
  }

  @Test
  void a_claim_does_not_visit_due_jobs_of_other_types() throws SQLException {
    Path file = directory.resolve("jobs.db");
    SqliteJobStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Session session = Session.borrowing(connection, new NamedSql.Cache(PREFIX))) {
      long stepsAlone = stepsOfClaim(connection, session);
      addForeign(session, "a-report");
      addForeign(session, "report");
      long stepsAmongMany = stepsOfClaim(connection, session);
      assertThat(stepsAmongMany - stepsAlone).isLessThan(1_000);
    }
  }

  @Test
  void a_claim_of_two_types_visits_only_the_jobs_that_it_takes() throws SQLException {
    Path file = directory.resolve("jobs.db");
    SqliteJobStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Session session = Session.borrowing(connection, new NamedSql.Cache(PREFIX))) {
      long stepsAlone = stepsOfClaim(connection, session);
      // These are due at the same time as the others, but were stored later.
      addForeign(session, "report");
      ClaimRequest both =
          new ClaimRequest(
              SqliteJobs.request("worker", 100).lease(),
              SqliteJobs.request("worker", 100).queues(),
              Set.of(SqliteJobs.TYPE, new JobTypeName("report")),
              100);
      long stepsOfBoth = stepsOfClaim(connection, session, both);
      assertThat(stepsOfBoth).isLessThan(2 * stepsAlone);
    }
  }

  /** Adds due jobs of a type that no worker handles. */
  private static void addForeign(Session session, String type) throws SQLException {
    session.execute("BEGIN");
    session
        .statement(
            """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
        INSERT INTO taskforge_ready (queue, priority, tenant, run_at, job_seq, type, attempt,
          failures, lost_leases, interruptions)
        SELECT 'default', 0, 'default', 1000000,
          (SELECT coalesce(max(job_seq), 0) + 1000000 FROM taskforge_ready) + i, :type, 1, 1, 0, 0
        FROM n
        """)
        .text("type", type)
        .update();
    session.execute("COMMIT");
  }

  /** Enqueues and claims 100 due jobs; returns the number of SQLite virtual machine steps. */
  private static long stepsOfClaim(Connection connection, Session session) throws SQLException {
    return stepsOfClaim(connection, session, SqliteJobs.request("worker", 200));
  }

  private static long stepsOfClaim(Connection connection, Session session, ClaimRequest request)
      throws SQLException {
    long now = 1_000_000;
    new EnqueueJobs().enqueue(session, SqliteJobs.jobs(100), now);
    AtomicLong steps = new AtomicLong();
    ProgressHandler.setHandler(
        connection,
        10,
        new ProgressHandler() {
          @Override
          protected int progress() {
            steps.addAndGet(10);
            return 0;
          }
        });
    ClaimJobs claim = new ClaimJobs(new LeaseTable());
    List<ClaimedJob> claimed = claim.claim(session, request, now);
    ProgressHandler.clearHandler(connection);
    assertThat(claimed).hasSize(100);
    return steps.get();
  }

  @Test
  void a_claim_examines_a_limited_number_of_tenants_without_due_jobs_once_each()
      throws SQLException {
    Path file = directory.resolve("jobs.db");
    SqliteJobStore.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Session session = Session.borrowing(connection, new NamedSql.Cache(PREFIX))) {
      long stepsAlone = stepsOfClaim(connection, session);
      addNotDueOfTenants(session, 1_000, 100);
      long stepsAmongMany = stepsOfClaim(connection, session);
      // About 75 steps for each tenant, and no cost per job.
      assertThat(stepsAmongMany - stepsAlone).isBetween(1_000L, 1_000L * 110);
    }
  }

  /** Adds tenants that sort after the default tenant, so that a search finds that one first. */
  private static void addNotDueOfTenants(Session session, int tenants, int each)
      throws SQLException {
    session.execute("BEGIN");
    session
        .statement(
            """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :tenants * :each)
        INSERT INTO taskforge_ready (queue, priority, tenant, run_at, job_seq, type, attempt,
          failures, lost_leases, interruptions)
        SELECT 'default', 0, 'later-' || (i % :tenants), 2000000 + i, 1000000 + i, 'mail', 1, 1, 0, 0
        FROM n
        """)
        .number("tenants", tenants)
        .number("each", each)
        .update();
    session.execute("COMMIT");
  }

  private static void addNotDue(Session session, int priority) throws SQLException {
    session.execute("BEGIN");
    session
        .statement(
            """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
        INSERT INTO taskforge_ready (queue, priority, tenant, run_at, job_seq, type, attempt,
          failures, lost_leases, interruptions)
        SELECT 'default', :priority, 'default', 2000000 + i, 1000000 * (:priority + 10) + i, 'mail', 1, 1, 0, 0 FROM n
        """)
        .number("count", NOT_DUE)
        .number("priority", priority)
        .update();
    session.execute("COMMIT");
  }
}
