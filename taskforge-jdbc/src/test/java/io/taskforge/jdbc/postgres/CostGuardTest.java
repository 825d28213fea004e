package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.job.Retention;
import io.taskforge.job.Transition;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What jobs cost, counted instead of timed: a change that makes them dearer fails here, however
 * fast the machine is.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class CostGuardTest {
  private static final int JOBS = 1_000;
  private static final int BATCH = 100;

  /** Of an idle worker, with its heartbeat, schedules and upkeep. */
  private static final double IDLE_STATEMENTS_PER_SECOND = 3;

  private static final JobType<Long> TYPE = JobType.of(PostgresFixture.TYPE.value(), Long.class);

  /** The time of a store that looks at its lanes once per second. */
  private static final AtomicLong TICKS = new AtomicLong();

  private static final String FILL =
      """
      INSERT INTO %1$s.taskforge_job (
        id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)
      SELECT gen_random_uuid(), now(), now(), 0, 'other', 'other', 'default', 'AT_LEAST_ONCE', '0'
      FROM generate_series(1, 5000);
      INSERT INTO %1$s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type, tenant)
      SELECT id, run_at, 0, 0, 0, 0, priority, queue, type, tenant FROM %1$s.taskforge_job;
      INSERT INTO %1$s.taskforge_attempt (
        job_id, scheduled_at, started_at, finished_at, duration_us, attempt, retry, failures,
        lost_leases, interruptions, status)
      SELECT id, run_at, run_at, run_at, 1, 1, 0, 0, 0, 0, 'FAILED' FROM %1$s.taskforge_job;
      INSERT INTO %1$s.taskforge_finished (
        job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state, queue,
        type, tenant)
      SELECT id, run_at, run_at, 1, 0, 0, 0, 'SUCCEEDED', queue, type, tenant
      FROM %1$s.taskforge_job;
      ANALYZE %1$s.taskforge_job, %1$s.taskforge_ready, %1$s.taskforge_attempt,
        %1$s.taskforge_finished;
      """;

  // The planner multiplies the rows per page that it finds here with the real size of the file.
  private static final String A_MILLION =
      """
      UPDATE pg_class SET reltuples = 1000000
      WHERE relnamespace = '%s'::regnamespace AND relkind = 'r' AND reltuples >= 1000
      """;

  private static PostgresFixture fixture;
  private static HikariDataSource pool;
  private static CountingDataSource counting;
  private static PostgresJobStore store;

  private static CountingDataSource idle;
  private static PostgresJobStore idleStore;
  private static TaskForge idleWorker;
  private static String idleSchema;
  private static long idleSince;
  private static long idleBefore;

  /** The idle worker runs beside the other tests, so that it costs little time of its own. */
  @BeforeAll
  static void open() throws SQLException {
    idleSchema = PostgresDatabase.freshSchema();
    idle = new CountingDataSource(PostgresDatabase.dataSource());
    idleStore = PostgresJobStore.builder(idle.dataSource()).schema(idleSchema).build();
    idleWorker =
        TaskForge.builder()
            .store(idleStore)
            .handler(TYPE, (payload, context) -> Outcome.DONE)
            .build();
    idleWorker.start();

    fixture = new PostgresFixture();
    fixture.store.purge(Retention.DEFAULT, 1); // creates today's partitions
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(PostgresDatabase.jdbcUrl());
    config.setMaximumPoolSize(1); // so that one connection knows what all statements read
    pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(FILL.formatted(fixture.schema));
      statement.execute(A_MILLION.formatted(fixture.schema));
    }
    counting = new CountingDataSource(pool);
    store =
        PostgresJobStore.builder(counting.dataSource())
            .schema(fixture.schema)
            .ticker(TICKS::get)
            .build();
  }

  @AfterAll
  static void close() throws Exception {
    idleWorker.close();
    idleStore.close();
    PostgresDatabase.drop(idleSchema);
    store.close();
    pool.close();
    fixture.close();
  }

  /** What 1 000 jobs cost. */
  private record Cost(long statements, long roundTrips, long rowsRead) {
    static Cost of(Runnable action) throws SQLException {
      Cost before = now();
      action.run();
      Cost after = now();
      return new Cost(
          after.statements - before.statements,
          after.roundTrips - before.roundTrips,
          after.rowsRead - before.rowsRead);
    }

    void isAtMost(Cost limit) {
      assertThat(statements).as("statements").isLessThanOrEqualTo(limit.statements);
      assertThat(roundTrips).as("round trips").isLessThanOrEqualTo(limit.roundTrips);
      assertThat(rowsRead).as("rows read").isLessThanOrEqualTo(limit.rowsRead);
    }

    private static Cost now() throws SQLException {
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT pg_stat_force_next_flush()");
        statement.execute("SELECT 1");
      }
      long rows =
          PostgresDatabase.number(
              """
              SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))
              FROM pg_stat_user_tables WHERE schemaname = '%s'
              """
                  .formatted(fixture.schema));
      return new Cost(counting.statements.get(), counting.roundTrips.get(), rows);
    }
  }

  /** Looks once, and claims and commits ten batches. */
  private static void drain(Function<ClaimedJob, Settlement> settled) {
    TICKS.addAndGet(Duration.ofSeconds(10).toNanos());
    for (int i = 0; i < JOBS; i += BATCH) {
      List<ClaimedJob> claimed = store.claim(PostgresFixture.request(BATCH));
      assertThat(claimed).hasSize(BATCH);
      store.commit(claimed.stream().map(settled).toList());
    }
  }

  @Test
  @Order(1)
  void a_thousand_jobs_are_enqueued_by_one_statement_that_reads_nothing() throws Exception {
    Cost cost = Cost.of(() -> store.enqueue(fixture.jobs(JOBS)));

    assertThat(cost).isEqualTo(new Cost(1, 1, 0));
    drain(PostgresFixture::succeeded);
    // By now the idle worker has created the partitions of the next days.
    idleBefore = idle.statements.get();
    idleSince = System.nanoTime();
  }

  @Test
  @Order(2)
  void ten_batches_are_claimed_and_committed_by_a_statement_each() throws Exception {
    store.enqueue(fixture.jobs(JOBS));

    Cost cost = Cost.of(() -> drain(PostgresFixture::succeeded));

    // A look, and a claim and a commit for each batch; each job's waiting row and its payload.
    cost.isAtMost(new Cost(21, 21, 2_600));
  }

  @Test
  @Order(3)
  void a_failure_costs_a_claim_and_a_commit_more() throws Exception {
    store.enqueue(fixture.jobs(JOBS));

    Cost cost =
        Cost.of(
            () -> {
              drain(PostgresFixture::retried);
              drain(PostgresFixture::succeeded);
            });

    cost.isAtMost(new Cost(42, 42, 5_200));
  }

  @Test
  @Order(4)
  void no_statement_of_a_job_scans_a_table_of_a_million_rows() throws Exception {
    assumeTrue(PostgresDatabase.number("SHOW server_version_num") >= 160_000, "GENERIC_PLAN");
    try (TaskForge client = TaskForge.builder().store(store).build()) {
      JobId one = client.enqueue(TYPE, 2L).id();
      client.job(one);
      client.history(one);
      client.why(one);
    }
    List<String> scans = new ArrayList<>();
    Set<String> large = large();
    assertThat(large).hasSizeGreaterThanOrEqualTo(4);
    try (Connection connection =
            DriverManager.getConnection(
                PostgresDatabase.jdbcUrl() + "&preferQueryMode=simple"); // $1 is no parameter
        Statement statement = connection.createStatement()) {
      for (String text : counting.texts) {
        scans.addAll(scans(statement, text, large));
      }
    }
    assertThat(scans).isEmpty();
  }

  /** Returns the tables that the planner believes to be large: jobs, and today's partitions. */
  private static Set<String> large() throws SQLException {
    Set<String> names = new TreeSet<>();
    try (Connection connection = PostgresDatabase.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT relname FROM pg_class WHERE reltuples = 1000000 AND relnamespace = '%s'"
                        .formatted(fixture.schema)
                    + "::regnamespace")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  /** Returns the scans of whole tables in the kept plan of a statement. */
  private static List<String> scans(Statement statement, String text, Set<String> large)
      throws SQLException {
    StringBuilder numbered = new StringBuilder();
    int parameters = 0;
    for (String part : text.split("\\?", -1)) {
      numbered.append(parameters == 0 ? "" : "$" + parameters).append(part);
      parameters++;
    }
    List<String> scans = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery("EXPLAIN (GENERIC_PLAN) " + numbered)) {
      while (rows.next()) {
        String line = rows.getString(1);
        if (large.stream().anyMatch(table -> line.contains("Seq Scan on " + table + " "))) {
          scans.add(line.strip() + " in " + text);
        }
      }
    }
    return scans;
  }

  @Test
  @Order(5)
  void a_worker_commits_many_results_together() throws Exception {
    try (PostgresJobStore real =
            PostgresJobStore.builder(counting.dataSource()).schema(fixture.schema).build();
        TaskForge client = TaskForge.builder().store(real).build()) {
      client.enqueueAll(Collections.nCopies(JOBS, TYPE.with(1L).queue("mail")));
      long before = counting.roundTrips.get();

      run(real);

      // How many depends on how fast threads start; one by one it would be more than 1 000.
      assertThat(counting.roundTrips.get() - before).isLessThan(JOBS * 6 / 10);
    }
  }

  /** Runs all jobs with a worker. */
  private static void run(PostgresJobStore real) throws InterruptedException {
    CountDownLatch left = new CountDownLatch(JOBS);
    try (TaskForge worker =
        TaskForge.builder()
            .store(real)
            .queue("mail")
            .concurrency(JOBS)
            .listener(
                event -> {
                  if (event.transition() == Transition.COMPLETED) {
                    left.countDown();
                  }
                })
            .handler(TYPE, (payload, context) -> Outcome.DONE)
            .build()) {
      worker.start();
      assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @Order(6)
  void an_idle_worker_executes_few_statements() {
    long enough = idleSince + Duration.ofSeconds(3).toNanos();
    for (long left = enough - System.nanoTime(); left > 0; left = enough - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    // A rate: on a slow machine the worker executes fewer statements in more time.
    double seconds = (System.nanoTime() - idleSince) / 1e9;

    assertThat((idle.statements.get() - idleBefore) / seconds)
        .isLessThanOrEqualTo(IDLE_STATEMENTS_PER_SECOND);
  }
}
