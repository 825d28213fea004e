package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Retention;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PartitionsTest {
  private final PostgresFixture fixture = new PostgresFixture();

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  @Test
  void partitions_of_the_coming_days_are_created_at_start() throws Exception {
    assertThat(fixture.exists("attempt_20300101")).isTrue();
    assertThat(fixture.exists("attempt_20300103")).isTrue();
    assertThat(fixture.exists("attempt_20300104")).isFalse();
    assertThat(fixture.exists("finished_dead_20300103")).isTrue();
  }

  @Test
  void purge_creates_the_partitions_of_the_coming_days() throws Exception {
    fixture.clock.advance(Duration.ofDays(3));

    fixture.store.purge(Retention.DEFAULT, 100);

    assertThat(fixture.exists("attempt_20300106")).isTrue();
    assertThat(fixture.exists("finished_succeeded_20300106")).isTrue();
  }

  @Test
  void partitions_of_later_days_have_all_columns_and_indexes_of_their_table() throws Exception {
    fixture.clock.advance(Duration.ofDays(3));
    fixture.store.purge(Retention.DEFAULT, 100);

    for (String day : List.of("20300101", "20300106")) {
      assertThat(indexes("attempt_" + day)).isEqualTo(indexes("attempt")).isEqualTo(3);
      assertThat(columns("attempt_" + day)).isEqualTo(columns("attempt"));
    }
  }

  @Test
  void an_attempt_without_a_failure_is_not_in_the_failure_index() throws Exception {
    fixture.finished(JobState.CANCELLED);

    assertThat(fixture.rows("attempt_20300101")).isEqualTo(1);
    List<String> predicates = predicates("attempt_20300101");
    assertThat(predicates).hasSize(1);
    for (String predicate : predicates) {
      assertThat(fixture.rows("attempt_20300101 WHERE " + predicate)).as(predicate).isZero();
    }
  }

  @Test
  void a_plain_success_is_one_row_for_job_and_attempt() throws Exception {
    JobId succeeded = fixture.finished(JobState.SUCCEEDED);

    assertThat(fixture.rows("finished_succeeded_20300101")).isEqualTo(1);
    assertThat(fixture.rows("attempt")).isZero();
    assertThat(fixture.store.queries().attempts(succeeded, 10)).hasSize(1);
  }

  @Test
  void a_job_ends_in_the_partition_of_its_state_and_day() throws Exception {
    fixture.finished(JobState.FAILED);

    assertThat(fixture.rows("finished_failed_20300101")).isEqualTo(1);
    assertThat(fixture.rows("attempt_20300101")).isEqualTo(1);
  }

  @Test
  void rows_without_a_partition_are_stored_in_and_purged_from_the_default() throws Exception {
    fixture.clock.advance(Duration.ofDays(10));
    fixture.finished(JobState.CANCELLED);
    assertThat(fixture.rows("finished_cancelled_default")).isEqualTo(1);
    assertThat(fixture.rows("attempt_default")).isEqualTo(1);
    // The day's partition can no longer be created, which is not an error.
    assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isZero();

    fixture.clock.advance(Duration.ofDays(31));
    assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isEqualTo(1);

    assertThat(fixture.rows("finished_cancelled_default")).isZero();
    assertThat(fixture.rows("attempt_default")).isZero();
  }

  @Test
  void retention_drops_partitions_per_state_and_attempts_last() throws Exception {
    fixture.finished(JobState.SUCCEEDED);
    JobId failed = fixture.finished(JobState.FAILED);

    fixture.clock.advance(Duration.ofDays(9));
    assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isEqualTo(1);
    assertThat(fixture.exists("finished_succeeded_20300101")).isFalse();
    assertThat(fixture.exists("finished_failed_20300101")).isTrue();
    assertThat(fixture.exists("attempt_20300101")).isTrue();
    assertThat(fixture.store.queries().attempts(failed, 10)).hasSize(1);

    fixture.clock.advance(Duration.ofDays(30));
    assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isEqualTo(1);
    assertThat(fixture.exists("finished_failed_20300101")).isFalse();
    assertThat(fixture.exists("attempt_20300101")).isFalse();
    assertThat(fixture.rows("job")).isZero();
  }

  @Test
  void a_partition_with_jobs_left_to_purge_is_not_dropped() throws Exception {
    fixture.finished(JobState.SUCCEEDED);
    fixture.finished(JobState.SUCCEEDED);
    fixture.clock.advance(Duration.ofDays(9));

    assertThat(fixture.store.purge(Retention.DEFAULT, 1)).isEqualTo(1);
    assertThat(fixture.exists("finished_succeeded_20300101")).isTrue();

    assertThat(fixture.store.purge(Retention.DEFAULT, 1)).isEqualTo(1);
    assertThat(fixture.exists("finished_succeeded_20300101")).isFalse();
  }

  @Test
  void a_partition_that_is_being_read_is_dropped_by_the_next_purge() throws Exception {
    fixture.finished(JobState.SUCCEEDED);
    fixture.clock.advance(Duration.ofDays(9));
    try (Connection reader = PostgresDatabase.dataSource().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT FROM " + fixture.schema + ".taskforge_finished");

      assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isEqualTo(1);
      assertThat(fixture.exists("finished_succeeded_20300101")).isTrue();
      reader.rollback();
    }

    fixture.store.purge(Retention.DEFAULT, 100);
    assertThat(fixture.exists("finished_succeeded_20300101")).isFalse();
  }

  @Test
  @Timeout(30)
  void a_transaction_that_is_held_open_blocks_no_call() throws Exception {
    try (Connection reader = PostgresDatabase.dataSource().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      for (String table : List.of("job", "ready", "lease", "attempt", "finished", "document")) {
        statement.execute("SELECT FROM %s.taskforge_%s".formatted(fixture.schema, table));
      }
      JobId first = fixture.finished(JobState.SUCCEEDED);
      fixture.clock.advance(Duration.ofDays(9)); // there are partitions to create and to drop

      assertThat(fixture.store.purge(Retention.DEFAULT, 100)).isEqualTo(1);
      JobId second = fixture.finished(JobState.FAILED);

      assertThat(fixture.store.queries().job(first)).isEmpty();
      assertThat(fixture.store.queries().job(second).orElseThrow().state())
          .isEqualTo(JobState.FAILED);
      assertThat(fixture.exists("finished_succeeded_20300101")).isTrue();
      reader.rollback();
    }
    fixture.store.purge(Retention.DEFAULT, 100);
    assertThat(fixture.exists("finished_succeeded_20300101")).isFalse();
  }

  private long indexes(String table) throws Exception {
    return PostgresDatabase.number(
        "SELECT count(*) FROM pg_index WHERE indrelid = '%s.taskforge_%s'::regclass"
            .formatted(fixture.schema, table));
  }

  private long columns(String table) throws Exception {
    return PostgresDatabase.number(
        "SELECT count(*) FROM pg_attribute WHERE attrelid = '%s.taskforge_%s'::regclass AND attnum > 0"
            .formatted(fixture.schema, table));
  }

  /** The conditions of a table's partial indexes. */
  private List<String> predicates(String table) throws SQLException {
    List<String> predicates = new ArrayList<>();
    try (Connection connection = PostgresDatabase.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indpred IS NOT NULL"
                    + " AND indrelid = '%s.taskforge_%s'::regclass"
                        .formatted(fixture.schema, table))) {
      while (row.next()) {
        predicates.add(row.getString(1));
      }
    }
    return predicates;
  }
}
