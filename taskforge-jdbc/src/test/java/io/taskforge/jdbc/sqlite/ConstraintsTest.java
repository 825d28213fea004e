package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database rejects rows that no job can have. Each case changes one valid row. */
final class ConstraintsTest {
  private static final String VALID =
      """
      INSERT INTO taskforge_ready (queue, priority, tenant, type, run_at, job_seq, attempt, unstarted,
        earlier, failures, lost_leases, interruptions)
      VALUES ('mail', 0, 'default', 'send', 0, 1, 3, 1, 1, 1, 0, 0);
      INSERT INTO taskforge_lease (token, worker, claimed_at, expires_at, open)
      VALUES (1, 'w', 0, 1, x'01');
      INSERT INTO taskforge_attempt (job_seq, attempt, retry, status, scheduled_at, started_at,
        finished_at, duration_us, failures, lost_leases, interruptions)
      VALUES (1, 1, 0, 'SUCCEEDED', 0, 0, 1, 1, 0, 0, 0);
      INSERT INTO taskforge_finished (job_seq, job_id, state, queue, attempt, failures, lost_leases,
        interruptions, run_at, finished_at)
      VALUES (2, x'00', 'SUCCEEDED', 'mail', 1, 0, 0, 0, 0, 1);
      INSERT INTO taskforge_queue (name, paused, created_at, changed_at) VALUES ('mail', 0, 0, 0);
      """;

  @TempDir static Path directory;

  @BeforeAll
  static void insertValidRows() throws SQLException {
    SqliteJobStore.open(directory.resolve("jobs.db")).close();
    execute(VALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ready_number         | ready    | unstarted = 4
          ready_number         | ready    | unstarted = -1
          ready_number         | ready    | earlier = 3
          ready_counters       | ready    | failures = -1
          ready_counters       | ready    | lost_leases = -1
          ready_counters       | ready    | interruptions = -1
          ready_retrying       | ready    | attempt = 0, unstarted = 0, earlier = 0
          lease_open           | lease    | open = x''
          attempt_status       | attempt  | status = 'RUNNING'
          attempt_number       | attempt  | attempt = 0
          attempt_number       | attempt  | unstarted = 2
          attempt_number       | attempt  | earlier = 2
          attempt_started      | attempt  | duration_us = NULL
          attempt_started      | attempt  | started_at = NULL, duration_us = NULL
          attempt_next_run     | attempt  | status = 'FAILED', delay_us = 1
          attempt_next_run     | attempt  | delay_us = 1, next_run_at = 1
          attempt_failure      | attempt  | status = 'FAILED', error_type = 'timeout'
          attempt_failure      | attempt  | error_type = '', failure_kind = '', message = '', fingerprint = ''
          finished_state       | finished | state = 'RUNNING'
          finished_number      | finished | attempt = 0
          finished_number      | finished | unstarted = 2
          finished_counters    | finished | failures = -1
          finished_result      | finished | state = 'FAILED', result = '{}'
          finished_dead_letter | finished | state = 'DEAD'
          finished_dead_letter | finished | state = 'DEAD', dlq_reason = 'gave up', moved_at = 1
          finished_dead_letter | finished | state = 'CANCELLED', dlq_reason = 'gave up'
          finished_dead_letter | finished | dlq_reason = '', moved_from_queue = '', moved_at = 1
          queue_rate           | queue    | rate_starts = 10
          """)
  void a_row_that_no_job_can_have_is_rejected(String constraint, String table, String change) {
    assertThatThrownBy(() -> execute("UPDATE taskforge_%s SET %s".formatted(table, change)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("CHECK constraint failed: " + constraint);
  }

  @Test
  void a_dead_job_that_is_cancelled_keeps_its_dead_letter_data() throws SQLException {
    execute(
        """
        BEGIN;
        UPDATE taskforge_finished
        SET state = 'DEAD', dlq_reason = 'gave up', moved_from_queue = 'mail', moved_at = 1;
        UPDATE taskforge_finished SET state = 'CANCELLED';
        ROLLBACK;
        """);
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("jobs.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
