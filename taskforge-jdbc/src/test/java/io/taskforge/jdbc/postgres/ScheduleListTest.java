package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.schedule.ScheduleKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists and counts of a schedule read only its jobs, however many other jobs there are. */
final class ScheduleListTest {
  private static final int FEW = 10;
  private static final int MANY = 50_000;
  private static final JobFilter OWN = JobFilter.all(50).schedule(ScheduleKey.of("nightly"));

  private final PostgresFixture fixture = new PostgresFixture();
  private HikariDataSource oneSession;
  private PostgresJobStore store;

  @BeforeEach
  void fill() throws SQLException {
    add("'nightly'", FEW);
    add("'hourly'", MANY / 2);
    add("NULL", MANY / 2);
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_job");
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_finished");
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    config.setDataSource(PostgresDatabase.dataSource());
    oneSession = new HikariDataSource(config);
    store =
        PostgresJobStore.builder(oneSession).schema(fixture.schema).clock(fixture.clock).build();
  }

  @AfterEach
  void close() throws Exception {
    store.close();
    oneSession.close();
    fixture.close();
  }

  /** Half of the jobs are waiting, the other half are finished. */
  private void add(String schedule, int count) throws SQLException {
    String made =
        """
        WITH made AS (
          INSERT INTO %1$s.taskforge_job (
            id, created_at, run_at, priority, queue, type, tenant, guarantee, payload,
            schedule)
          SELECT gen_random_uuid(), '2030-01-01', '2030-01-01', 0, 'mail', 'send-mail', 'default',
            'AT_LEAST_ONCE', '{}', %2$s
          FROM generate_series(1, %3$d)
          RETURNING id)
        """
            .formatted(fixture.schema, schedule, count / 2);
    PostgresDatabase.execute(
        made
            + """
            INSERT INTO %s.taskforge_finished (
              job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state,
              queue, type, tenant)
            SELECT id, '2030-01-01', '2030-01-01', 1, 0, 0, 0, 'SUCCEEDED', 'mail', 'send-mail', 'default'
            FROM made
            """
                .formatted(fixture.schema));
    PostgresDatabase.execute(
        made
            + """
            INSERT INTO %s.taskforge_ready (
              job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
              tenant)
            SELECT id, '2031-01-01', 0, 0, 0, 0, 0, 'mail', 'send-mail', 'default' FROM made
            """
                .formatted(fixture.schema));
  }

  /** The number of rows that the session has read from all tables since it began. */
  private long rowsRead() throws SQLException {
    try (Connection connection = oneSession.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_stat_force_next_flush()");
      statement.execute("SELECT 1");
      try (ResultSet row =
          statement.executeQuery(
              "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint"
                  + " FROM pg_stat_user_tables WHERE schemaname = '%s'"
                      .formatted(fixture.schema))) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Test
  void a_list_and_a_count_read_only_the_rows_of_the_schedule() throws SQLException {
    long before = rowsRead();

    assertThat(store.queries().list(OWN).items()).hasSize(FEW);
    assertThat(store.queries().list(OWN.state(JobState.SUCCEEDED)).items()).hasSize(FEW / 2);
    assertThat(store.queries().count(OWN)).isEqualTo(FEW);
    assertThat(store.queries().count(OWN.state(JobState.QUEUED))).isEqualTo(FEW / 2);

    assertThat(rowsRead() - before).isBetween(4L * FEW / 2, 1_000L);
  }

  @Test
  void a_page_of_a_schedule_with_many_jobs_reads_only_that_page() throws SQLException {
    JobFilter hourly = JobFilter.all(50).schedule(ScheduleKey.of("hourly"));
    long before = rowsRead();

    JobPage page = store.queries().list(hourly);
    assertThat(store.queries().list(hourly.before(page.next())).items()).hasSize(50);

    assertThat(rowsRead() - before).isLessThan(10_000L);
  }
}
