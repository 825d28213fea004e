package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.query.WhyWaiting;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.lane.LaneClaims;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A claim reads only due jobs, however many jobs are not due and however many priorities there are.
 * Counting the jobs ahead of another reads no more jobs than it counts.
 */
final class ClaimReadsTest {
  private static final int LATER_PER_PRIORITY = 10_000;
  private static final String LATER =
      """
      INSERT INTO %s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
        tenant)
      SELECT
        gen_random_uuid(), '2030-01-02'::timestamptz + n * interval '1 ms', 1, 1, 0, 0, p, 'mail',
        'send-mail', 'default'
      FROM generate_series(-2, 2) AS p, generate_series(1, %d) AS n
      """;

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private static final String OF_TENANTS =
      """
      INSERT INTO %s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
        tenant)
      SELECT
        gen_random_uuid(), '%s'::timestamptz + n * interval '1 ms', 1, 1, 0, 0, 0, 'mail',
        'send-mail', 'other-' || t
      FROM generate_series(1, %d) AS t, generate_series(1, %d) AS n
      """;

  @Test
  void a_claim_examines_a_limited_number_of_tenants_without_due_jobs_once_each() throws Exception {
    PostgresDatabase.execute(OF_TENANTS.formatted(fixture.schema, "2030-01-02", 1_000, 100));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    fixture.store.enqueue(fixture.jobs(100));

    // 100 due rows, read once to lock and once to delete them, and one row of each examined tenant.
    assertThat(rowsReadByClaimOf(100)).isBetween(100L, 300L + LaneClaims.MAX_LOOKED);
  }

  @Test
  void a_claim_from_many_tenants_reads_only_the_share_of_each() throws Exception {
    PostgresDatabase.execute(OF_TENANTS.formatted(fixture.schema, "2029-01-02", 50, 1_000));
    storeJobs();
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");

    assertThat(rowsReadByClaimOf(100)).isBetween(100L, 400L);
  }

  /** Stores a job for each waiting row. */
  private void storeJobs() throws SQLException {
    PostgresDatabase.execute(
        """
        INSERT INTO %1$s.taskforge_job (
          id, created_at, run_at, priority, queue, type, tenant, guarantee, payload)
        SELECT
          job_id, run_at, run_at, priority, queue, type, tenant, 'AT_LEAST_ONCE', '{}'
        FROM %1$s.taskforge_ready
        """
            .formatted(fixture.schema));
  }

  @Test
  void a_claim_of_a_hundred_jobs_reads_about_a_hundred_rows() throws Exception {
    PostgresDatabase.execute(LATER.formatted(fixture.schema, LATER_PER_PRIORITY));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    fixture.store.enqueue(fixture.jobs(100));

    // 100 due rows, read once to lock and once to delete them, and the steps between priorities.
    assertThat(rowsReadByClaimOf(100)).isBetween(100L, 300L);
  }

  private static final String OF_TYPE =
      """
      INSERT INTO %s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
        tenant)
      SELECT
        gen_random_uuid(), '%s'::timestamptz + n * interval '1 ms', 1, 1, 0, 0, p, 'mail', '%s',
        'default'
      FROM generate_series(-1, 1) AS p, generate_series(1, 5000) AS n
      """;

  @Test
  void a_claim_does_not_read_due_jobs_of_other_types() throws Exception {
    PostgresDatabase.execute(OF_TYPE.formatted(fixture.schema, "2029-01-02", "report"));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    fixture.store.enqueue(fixture.jobs(100));

    assertThat(rowsReadByClaimOf(100)).isBetween(100L, 300L);
    Set<JobTypeName> two = Set.of(PostgresFixture.TYPE, new JobTypeName("never"));
    assertThat(rowsReadBy(PostgresFixture.request(100, two))).isBetween(100L, 300L);
  }

  @Test
  void a_claim_of_three_types_reads_its_limit_and_a_hundred_rows_per_type() throws Exception {
    for (String type : List.of("a", "report", "z")) {
      PostgresDatabase.execute(OF_TYPE.formatted(fixture.schema, "2029-01-02", type));
    }
    storeJobs();
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");

    // Plus the first row of each priority and type.
    Set<JobTypeName> types =
        Set.of(new JobTypeName("a"), new JobTypeName("report"), new JobTypeName("z"));
    assertThat(rowsReadBy(PostgresFixture.request(100, types)))
        .isBetween(100L, 3 * 200L + 2 * 100L + 20);
  }

  @Test
  void counting_the_jobs_ahead_reads_a_thousand_rows_of_a_long_lane() throws Exception {
    PostgresDatabase.execute(OF_TYPE.formatted(fixture.schema, "2029-01-02", "send-mail"));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    NewJob last = fixture.job();
    fixture.store.enqueue(List.of(last));
    Statements statements =
        new Statements(new TableNames(fixture.schema, "taskforge_"), fixture.clock);

    try (Connection connection = PostgresDatabase.dataSource().getConnection();
        NamedStatement ahead = statements.on(connection, Queries.AHEAD)) {
      connection.setAutoCommit(false);
      long before = rowsRead(connection);
      assertThat(ahead.id("id", last.id()).number("most", WhyWaiting.MAX_COUNTED).number())
          .isEqualTo(1_000);
      assertThat(rowsRead(connection) - before).isBetween(1L, 1_010L);
      connection.rollback();
    }
  }

  private long rowsReadByClaimOf(int limit) throws SQLException {
    return rowsReadBy(PostgresFixture.request(limit));
  }

  private long rowsReadBy(ClaimRequest request) throws SQLException {
    try (Connection connection = PostgresDatabase.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      // The count can include rows read by earlier statements on this connection.
      long before = rowsRead(connection);
      assertThat(ConnectionLanes.claim(connection, fixture, request)).hasSize(request.limit());
      long after = rowsRead(connection);
      connection.rollback();
      return after - before;
    }
  }

  /** The number of rows of the ready table that this transaction has read, by any access path. */
  private long rowsRead(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables"
                    + " WHERE relname = 'taskforge_ready' AND schemaname = '"
                    + fixture.schema
                    + "'")) {
      row.next();
      return row.getLong(1);
    }
  }
}
