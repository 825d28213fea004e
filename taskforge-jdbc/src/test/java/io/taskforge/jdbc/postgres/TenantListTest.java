package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists and counts of a small tenant or a rare tag do not read the many other jobs. */
final class TenantListTest {
  private static final int FEW = 10;
  private static final int MANY = 50_000;
  private static final JobFilter OWN = JobFilter.all(50).tenant(new TenantId("acme"));
  private static final JobFilter TAGGED = JobFilter.all(50).tag("of-acme");

  private final PostgresFixture fixture = new PostgresFixture();
  private HikariDataSource oneSession;
  private PostgresJobStore store;

  @BeforeEach
  void fill() throws SQLException {
    add("acme", FEW);
    add("others", MANY);
    for (String table : List.of("job", "finished", "ready")) {
      PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_" + table);
    }
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

  /** Half of the jobs are waiting, the other half are finished; all have the tenant's tag. */
  private void add(String tenant, int count) throws SQLException {
    String made =
        """
        WITH made AS (
          INSERT INTO %1$s.taskforge_job (
            id, created_at, run_at, priority, queue, type, tenant, guarantee, payload, tags)
          SELECT gen_random_uuid(), '2030-01-01', '2030-01-01', 0, 'mail', 'send-mail', '%2$s',
            'AT_LEAST_ONCE', '{}', ARRAY['of-%2$s']
          FROM generate_series(1, %3$d)
          RETURNING id)
        """
            .formatted(fixture.schema, tenant, count / 2);
    PostgresDatabase.execute(
        made
            + """
            INSERT INTO %s.taskforge_finished (
              job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state,
              queue, type, tenant)
            SELECT id, '2030-01-01', '2030-01-01', 1, 0, 0, 0, 'SUCCEEDED', 'mail', 'send-mail', '%s'
            FROM made
            """
                .formatted(fixture.schema, tenant));
    PostgresDatabase.execute(
        made
            + """
            INSERT INTO %s.taskforge_ready (
              job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
              tenant)
            SELECT id, '2031-01-01', 0, 0, 0, 0, 0, 'mail', 'send-mail', '%s' FROM made
            """
                .formatted(fixture.schema, tenant));
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
  void finished_jobs_of_a_tenant_are_listed_and_counted_without_reading_others()
      throws SQLException {
    long before = rowsRead();

    assertThat(store.queries().list(OWN.state(JobState.SUCCEEDED)).items()).hasSize(FEW / 2);
    assertThat(store.queries().count(OWN.state(JobState.SUCCEEDED))).isEqualTo(FEW / 2);

    assertThat(rowsRead() - before).isBetween(2L * FEW / 2, 1_000L);
  }

  @Test
  void a_list_and_a_count_by_tag_read_only_the_tagged_rows() throws SQLException {
    long before = rowsRead();

    assertThat(store.queries().list(TAGGED).items()).hasSize(FEW);
    assertThat(store.queries().count(TAGGED)).isEqualTo(FEW);
    assertThat(store.queries().count(TAGGED.state(JobState.SUCCEEDED))).isEqualTo(FEW / 2);

    assertThat(rowsRead() - before).isBetween(3L * FEW / 2, 1_000L);
  }

  @Test
  void waiting_jobs_of_a_tenant_are_listed_and_counted_without_reading_others()
      throws SQLException {
    assumeTrue(
        PostgresDatabase.number("SHOW server_version_num") >= 180_000,
        "skip scans of an index that does not begin with the tenant");
    long before = rowsRead();

    assertThat(store.queries().list(OWN).items()).hasSize(FEW);
    assertThat(store.queries().count(OWN)).isEqualTo(FEW);
    assertThat(store.queries().count(OWN.state(JobState.QUEUED))).isEqualTo(FEW / 2);

    assertThat(rowsRead() - before).isBetween(3L * FEW / 2, 1_000L);
  }
}
