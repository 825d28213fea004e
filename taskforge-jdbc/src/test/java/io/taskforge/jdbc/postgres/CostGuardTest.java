package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
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
  private static final double IDLE_STATEMENTS_PER_SECOND = 6;

  private static final JobType<Long> TYPE = JobType.of(PostgresFixture.TYPE.value(), Long.class);

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
  static void open() {
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
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(PostgresDatabase.jdbcUrl());
    config.setMaximumPoolSize(1); // so that one connection knows what all statements read
    pool = new HikariDataSource(config);
    counting = new CountingDataSource(pool);
    store =
        PostgresJobStore.builder(counting.dataSource())
            .schema(fixture.schema)
            .ticker(() -> 0) // one look at the lanes, then none
            .build();
    idleBefore = idle.statements.get();
    idleSince = System.nanoTime();
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

  private static void drain(Function<ClaimedJob, Settlement> settled) {
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

    System.out.println(cost);
    drain(PostgresFixture::succeeded);
  }

  @Test
  @Order(2)
  void ten_batches_are_claimed_and_committed_by_a_statement_each() throws Exception {
    store.enqueue(fixture.jobs(JOBS));

    Cost cost = Cost.of(() -> drain(PostgresFixture::succeeded));

    System.out.println(cost);
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

    System.out.println(cost);
  }

  @Test
  @Order(4)
  void a_worker_commits_many_results_together() throws Exception {
    TaskForge client = TaskForge.builder().store(store).build();
    client.enqueueAll(Collections.nCopies(JOBS, TYPE.with(1L).queue("mail")));
    CountDownLatch left = new CountDownLatch(JOBS);
    long before = counting.roundTrips.get();
    try (TaskForge worker =
        TaskForge.builder()
            .store(store)
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

    System.out.println("engine " + (counting.roundTrips.get() - before));
    // How many depends on how fast threads start; one by one it would be more than 1 000.
    assertThat(counting.roundTrips.get() - before).isLessThan(JOBS * 6 / 10);
    client.close();
  }

  private static final String FILL =
      """
      INSERT INTO %1$s.taskforge_job (
        id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)
      SELECT gen_random_uuid(), now(), now(), 0, 'mail', 'send-mail', 'default', 'AT_LEAST_ONCE', '0'
      FROM generate_series(1, 5000);
      INSERT INTO %1$s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type, tenant)
      SELECT id, run_at, 0, 0, 0, 0, priority, queue, type, tenant FROM %1$s.taskforge_job
      WHERE payload = '0';
      ANALYZE %1$s.taskforge_job, %1$s.taskforge_ready, %1$s.taskforge_attempt,
        %1$s.taskforge_finished;
      """;

  // The planner multiplies the rows per page that it finds here with the real size of the file.
  private static final String A_MILLION =
      """
      UPDATE pg_class SET reltuples = 1000000
      WHERE relnamespace = '%s'::regnamespace AND relkind = 'r' AND reltuples >= 1000
      """;

  @Test
  @Order(5)
  void no_statement_of_a_job_scans_a_table_of_a_million_rows() throws Exception {
    assumeTrue(PostgresDatabase.number("SHOW server_version_num") >= 160_000, "GENERIC_PLAN");
    try (TaskForge client = TaskForge.builder().store(store).build()) {
      JobId one = client.enqueue(TYPE, 2L).id();
      client.job(one);
      client.history(one);
      client.why(one);
    }
    PostgresDatabase.execute(FILL.formatted(fixture.schema));
    PostgresDatabase.execute(A_MILLION.formatted(fixture.schema));

    List<String> scans = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(
                PostgresDatabase.jdbcUrl() + "&preferQueryMode=simple"); // $1 is no parameter
        Statement statement = connection.createStatement()) {
      for (String text : counting.texts) {
        scans.addAll(scans(statement, text));
      }
    }
    System.out.println(counting.texts.size() + " texts");
    assertThat(scans).isEmpty();
  }

  /** Returns the scans of whole tables in the kept plan of a statement. */
  private static List<String> scans(Statement statement, String text) throws SQLException {
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
        if (Stream.of("job", "ready", "attempt", "finished")
            .anyMatch(table -> line.contains("Seq Scan on taskforge_" + table))) {
          scans.add(line.strip() + " in " + text);
        }
      }
    }
    return scans;
  }

  @Test
  @Order(6)
  void an_idle_worker_executes_few_statements() {
    long enough = idleSince + Duration.ofSeconds(3).toNanos();
    for (long left = enough - System.nanoTime(); left > 0; left = enough - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    double seconds = (System.nanoTime() - idleSince) / 1e9;

    System.out.println("idle " + (idle.statements.get() - idleBefore) / seconds + " in " + seconds);
    assertThat((idle.statements.get() - idleBefore) / seconds)
        .isLessThanOrEqualTo(IDLE_STATEMENTS_PER_SECOND);
  }
}
