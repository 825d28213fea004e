package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database rejects rows that no job can have. Each case changes one valid row. */
final class ConstraintsTest {
  private static final String SCHEMA = PostgresDatabase.freshSchema();

  private static final String VALID =
      """
      INSERT INTO %1$s.taskforge_ready (
        job_id, run_at, attempt, unstarted, earlier, failures, lost_leases, interruptions, priority,
        queue, type, tenant)
      VALUES (gen_random_uuid(), now(), 3, 1, 1, 1, 0, 0, 0, 'mail', 'send', 'default');
      INSERT INTO %1$s.taskforge_lease (
        claimed_at, expires_at, worker, open_positions, job_ids, queues, run_ats, first_started_ats,
        previous_delays_us, attempts, failures, lost_leases, interruptions)
      VALUES (
        now(), now(), 'w', B'01', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}');
      INSERT INTO %1$s.taskforge_attempt (
        job_id, scheduled_at, started_at, finished_at, duration_us, attempt, retry, failures,
        lost_leases, interruptions, status)
      VALUES (gen_random_uuid(), now(), now(), now(), 1, 1, 0, 0, 0, 0, 'SUCCEEDED');
      INSERT INTO %1$s.taskforge_finished (
        job_id, finished_at, run_at, attempt, failures, lost_leases, interruptions, state, queue,
        type, tenant)
      VALUES (gen_random_uuid(), now(), now(), 1, 0, 0, 0, 'SUCCEEDED', 'mail', 'send', 'default');
      INSERT INTO %1$s.taskforge_queue (name, paused, created_at, changed_at)
      VALUES ('mail', false, now(), now());
      """;

  @BeforeAll
  static void insertValidRows() throws SQLException {
    PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(SCHEMA).build().close();
    PostgresDatabase.execute(VALID.formatted(SCHEMA));
  }

  @AfterAll
  static void dropSchema() throws SQLException {
    PostgresDatabase.drop(SCHEMA);
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
          lease_open           | lease    | open_positions = B'00'
          attempt_status       | attempt  | status = 'RUNNING'
          attempt_number       | attempt  | attempt = 0
          attempt_number       | attempt  | unstarted = 2
          attempt_number       | attempt  | earlier = 2
          attempt_started      | attempt  | duration_us = NULL
          attempt_started      | attempt  | started_at = NULL, duration_us = NULL
          attempt_next_run     | attempt  | status = 'FAILED', delay_us = 1
          attempt_next_run     | attempt  | delay_us = 1, next_run_at = now()
          attempt_failure      | attempt  | status = 'FAILED', error_type = 'timeout'
          attempt_failure      | attempt  | error_type = '', failure_kind = '', message = '', fingerprint = ''
          finished_run         | finished | worker = 'worker-1'
          finished_run         | finished | state = 'FAILED', started_at = now(), duration_us = 1, worker = 'worker-1'
          finished_number      | finished | attempt = 0
          finished_number      | finished | unstarted = 2
          finished_counters    | finished | failures = -1
          finished_result      | finished | state = 'FAILED', result = '{}'
          finished_error       | finished | state = 'FAILED', error_type = 'timeout'
          finished_error       | finished | error_type = '', failure_kind = '', message = ''
          finished_dead_letter | finished | state = 'DEAD'
          finished_dead_letter | finished | state = 'DEAD', dlq_reason = 'gave up', moved_at = now()
          finished_dead_letter | finished | state = 'CANCELLED', dlq_reason = 'gave up'
          finished_dead_letter | finished | dlq_reason = '', moved_from_queue = '', moved_at = now()
          queue_rate           | queue    | rate_starts = 10
          """)
  void a_row_that_no_job_can_have_is_rejected(String constraint, String table, String change) {
    assertThatThrownBy(() -> update(table, change))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("violates check constraint \"" + constraint + "\"");
  }

  @ParameterizedTest
  @CsvSource({"QUEUED", "RUNNING", "RETRYING"})
  void a_finished_job_is_in_a_final_state(String state) {
    assertThatThrownBy(() -> update("finished", "state = '" + state + "'"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no partition of relation");
  }

  @Test
  void a_dead_job_that_is_cancelled_keeps_its_dead_letter_data() throws SQLException {
    String data = "dlq_reason = 'gave up', moved_from_queue = 'mail', moved_at = now()";
    PostgresDatabase.execute(
        """
        BEGIN;
        UPDATE %1$s.taskforge_finished SET state = 'DEAD', %2$s;
        UPDATE %1$s.taskforge_finished SET state = 'CANCELLED';
        ROLLBACK;
        """
            .formatted(SCHEMA, data));
  }

  private static void update(String table, String change) throws SQLException {
    PostgresDatabase.execute("UPDATE %s.taskforge_%s SET %s".formatted(SCHEMA, table, change));
  }
}
