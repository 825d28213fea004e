package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim reads what is due, however much waits for later, at however many priorities. */
final class PostgresClaimReadsTest {
  private static final int LATER_PER_PRIORITY = 100_000;
  private static final String LATER =
      """
      INSERT INTO %s.taskforge_ready (
        job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type)
      SELECT
        gen_random_uuid(), '2030-01-02'::timestamptz + n * interval '1 ms', 1, 1, 0, 0, p, 'mail',
        'send-mail'
      FROM generate_series(-2, 2) AS p, generate_series(1, %d) AS n
      """;

  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void a_claim_of_a_hundred_reads_in_the_order_of_a_hundred_rows() throws Exception {
    PostgresDatabase.execute(LATER.formatted(fixture.schema, LATER_PER_PRIORITY));
    PostgresDatabase.execute("ANALYZE " + fixture.schema + ".taskforge_ready");
    fixture.store.enqueue(fixture.jobs(100));
    PostgresClaim claim =
        new PostgresClaim(
            new PostgresDialect(new PostgresNames(fixture.schema, "taskforge_"), fixture.clock),
            new Rows(new PostgresColumns()));

    try (Connection connection = PostgresDatabase.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      assertThat(claim.claim(connection, PostgresFixture.request(100))).hasSize(100);
      // 100 due rows, once to lock and once to delete them, and steps between the priorities.
      assertThat(rowsRead(connection)).isBetween(100L, 300L);
      connection.rollback();
    }
  }

  /**
   * Rows of the table of waiting jobs that this transaction has read, due or not, from anywhere.
   */
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
