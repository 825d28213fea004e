package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.ScheduleKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.ProgressHandler;

/** Lists and counts of a small tenant or of a schedule do not read the many other jobs. */
final class TenantListTest {
  private static final String PREFIX = "taskforge_";
  private static final int FEW = 10;
  private static final int MANY = 20_000;
  // SQLite's virtual machine takes at least about ten steps per row that it reads.
  private static final long FEW_STEPS = 10_000;

  @TempDir Path directory;
  private Connection connection;
  private Session session;
  private ListJobs list;

  @BeforeEach
  void open() throws SQLException {
    Path file = directory.resolve("jobs.db");
    SqliteJobStore.open(file).close();
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    session = Session.borrowing(connection, new NamedSql.Cache(PREFIX));
    LeaseTable leases = new LeaseTable();
    list = new ListJobs(leases, new FindJobs(leases));
    add("acme", 0, FEW);
    add("others", FEW, MANY);
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    connection.close();
  }

  /**
   * Of these jobs, a tenth are queued, a tenth are retrying, a tenth are dead, and the rest have
   * succeeded.
   */
  private void add(String tenant, int from, int count) throws SQLException {
    String numbers =
        "WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
            .formatted(from + 1, from + count);
    String id = "CAST(printf('%016d', i) AS BLOB)";
    session.execute("BEGIN");
    session.execute(
        numbers
            + "INSERT INTO taskforge_job (seq, id, queue, type, tenant, payload, priority,"
            + " guarantee, created_at) SELECT i, %s, 'default', 'work', '%s', '{}', 0,"
                .formatted(id, tenant)
            + " 'AT_LEAST_ONCE', i FROM n");
    session.execute(
        numbers
            + "INSERT INTO taskforge_finished (job_seq, job_id, state, queue, attempt, failures,"
            + " lost_leases, interruptions, run_at, finished_at, dlq_reason, moved_from_queue,"
            + " moved_at) SELECT i, %s,".formatted(id)
            + " iif(i % 10 = 2, 'DEAD', 'SUCCEEDED'), 'default', 1, 0, 0, 0, i, i,"
            + " iif(i % 10 = 2, 'gave up', NULL), iif(i % 10 = 2, 'mail', NULL),"
            + " iif(i % 10 = 2, i, NULL) FROM n WHERE i % 10 > 1");
    session.execute(
        numbers
            + "INSERT INTO taskforge_ready (queue, priority, tenant, type, run_at, job_seq,"
            + " attempt, failures, lost_leases, interruptions) SELECT 'default', 0, '%s', 'work',"
                .formatted(tenant)
            + " i, i, i % 10, i % 10, 0, 0 FROM n WHERE i % 10 < 2");
    session.execute("COMMIT");
  }

  private interface Query {
    void run() throws SQLException;
  }

  private long stepsOf(Query query) throws SQLException {
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
    try {
      query.run();
    } finally {
      ProgressHandler.clearHandler(connection);
    }
    return steps.get();
  }

  private static JobFilter of(String tenant) {
    return JobFilter.all(50).tenant(new TenantId(tenant));
  }

  @Test
  void lists_all_jobs_of_a_tenant() throws SQLException {
    assertThat(list.page(session, of("acme")).items()).hasSize(FEW);
    assertThat(list.count(session, of("acme"), Long.MAX_VALUE)).isEqualTo(FEW);
    assertThat(stepsOf(() -> list.page(session, of("acme")))).isLessThan(FEW_STEPS);
    assertThat(stepsOf(() -> list.count(session, of("acme"), Long.MAX_VALUE)))
        .isLessThan(FEW_STEPS);
    assertThat(stepsOf(() -> list.count(session, of("unknown"), Long.MAX_VALUE)))
        .isLessThan(FEW_STEPS);
  }

  @ParameterizedTest
  @EnumSource(
      value = JobState.class,
      names = {"QUEUED", "RETRYING", "SUCCEEDED", "DEAD"})
  void lists_the_jobs_of_a_tenant_in_one_state(JobState state) throws SQLException {
    JobFilter filter = of("acme").state(state);
    int expected = state == JobState.SUCCEEDED ? FEW - 3 : 1;

    assertThat(list.page(session, filter).items())
        .hasSize(expected)
        .allMatch(job -> job.state() == state && job.tenant().value().equals("acme"));
    assertThat(list.count(session, filter, Long.MAX_VALUE)).isEqualTo(expected);
    assertThat(stepsOf(() -> list.page(session, filter))).isLessThan(FEW_STEPS);
    assertThat(stepsOf(() -> list.count(session, filter, Long.MAX_VALUE))).isLessThan(FEW_STEPS);
  }

  @Test
  void a_page_of_a_large_tenants_dead_jobs_does_not_read_all_its_jobs() throws SQLException {
    JobFilter filter = of("others").state(JobState.DEAD);

    assertThat(list.page(session, filter).items()).hasSize(50);
    assertThat(stepsOf(() -> list.page(session, filter))).isLessThan(10 * FEW_STEPS);
  }

  @Test
  void lists_the_jobs_of_the_default_tenant() throws SQLException {
    add("default", FEW + MANY, FEW);

    assertThat(list.page(session, of("default")).items()).hasSize(FEW);
    assertThat(list.count(session, of("default").state(JobState.QUEUED), Long.MAX_VALUE))
        .isEqualTo(1);
    assertThat(list.count(session, of("default").state(JobState.DEAD), Long.MAX_VALUE))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = JobState.class,
      names = {"QUEUED", "RETRYING", "SUCCEEDED", "DEAD"})
  void lists_the_jobs_of_a_schedule_without_reading_others(JobState state) throws SQLException {
    session.execute("UPDATE taskforge_job SET schedule = 'hourly' WHERE tenant = 'others'");
    session.execute("UPDATE taskforge_job SET schedule = 'nightly' WHERE seq BETWEEN 11 AND 20");
    JobFilter nightly = JobFilter.all(50).schedule(ScheduleKey.of("others", "nightly"));
    JobFilter filter = nightly.state(state);

    assertThat(list.page(session, nightly).items()).hasSize(10);
    assertThat(list.count(session, filter, Long.MAX_VALUE))
        .isEqualTo(state == JobState.SUCCEEDED ? 7 : 1);
    assertThat(stepsOf(() -> list.page(session, nightly))).isLessThan(FEW_STEPS);
    assertThat(stepsOf(() -> list.page(session, filter))).isLessThan(FEW_STEPS);
    assertThat(stepsOf(() -> list.count(session, filter, Long.MAX_VALUE))).isLessThan(FEW_STEPS);
  }

  @Test
  void a_page_of_a_schedule_with_many_jobs_does_not_read_all_of_them() throws SQLException {
    session.execute("UPDATE taskforge_job SET schedule = 'hourly' WHERE tenant = 'others'");
    JobFilter hourly = JobFilter.all(50).schedule(ScheduleKey.of("others", "hourly"));

    assertThat(list.page(session, hourly).items()).hasSize(50);
    assertThat(stepsOf(() -> list.page(session, hourly))).isLessThan(10 * FEW_STEPS);
  }
}
