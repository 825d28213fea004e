package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.jdbc.Migration;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applies a later migration to a file of the current version that has a job. */
final class SchemaMigratorTest {
  private static final List<Migration> CURRENT = SchemaMigrator.migrations("taskforge_");
  private static final String VERSIONS =
      """
      SELECT count(*) FROM taskforge_schema_version
      """;

  @TempDir Path directory;
  private final NewJob job = SqliteJobs.job();
  private Path file;

  @BeforeEach
  void createCurrentVersion() {
    file = directory.resolve("jobs.db");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.enqueue(List.of(job));
    }
  }

  @Test
  void a_second_start_changes_nothing() {
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(number(store, VERSIONS)).isEqualTo(CURRENT.size());
      assertThat(store.queries().job(job.id()).map(Job::state)).contains(JobState.QUEUED);
    }
  }

  @Test
  void a_later_migration_is_applied_once_and_keeps_the_rows() {
    List<Migration> later =
        with(
            """
            ALTER TABLE taskforge_job ADD COLUMN note TEXT;
            UPDATE taskforge_job SET note = 'seen';
            """);
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(migrate(store, later)).containsExactly("V_later.sql");
      assertThat(migrate(store, later)).isEmpty();
      assertThat(number(store, VERSIONS)).isEqualTo(later.size());
      assertThat(number(store, "SELECT count(*) FROM taskforge_job WHERE note = 'seen'"))
          .isEqualTo(1);
      assertThat(store.queries().job(job.id()).map(Job::state)).contains(JobState.QUEUED);
    }
  }

  @Test
  void a_contraction_waits_until_it_is_asked_for() {
    List<Migration> later = new ArrayList<>(CURRENT);
    later.add(
        new Migration(
            CURRENT.size() + 1, "C_smaller.sql", "ALTER TABLE taskforge_worker DROP COLUMN host;"));
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(migrate(store, later)).isEmpty();
      assertThat(hosts(store)).isEqualTo(1);
      assertThat(contract(store, later)).containsExactly("C_smaller.sql");
      assertThat(contract(store, later)).isEmpty();
      assertThat(hosts(store)).isZero();
      assertThatThrownBy(store::contractSchema)
          .as("by a program that does not know it")
          .hasMessageContaining("contracted it with migration 'C_smaller.sql");
    }
  }

  private static long hosts(SqliteJobStore store) {
    return number(
        store, "SELECT count(*) FROM pragma_table_info('taskforge_worker') WHERE name = 'host'");
  }

  @Test
  void a_file_made_by_another_version_of_a_migration_is_rejected() {
    Migration first = CURRENT.get(0);
    Migration changed =
        new Migration(1, first.name(), first.sql() + "CREATE TABLE taskforge_other (id INTEGER);");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThatThrownBy(() -> migrate(store, List.of(changed)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("created by migration '%s'".formatted(first.recordedName()))
          .hasMessageContaining("this program has '%s'".formatted(changed.recordedName()));
    }
  }

  @Test
  void a_changed_comment_is_not_another_migration() {
    Migration first = CURRENT.get(0);
    Migration commented = new Migration(1, first.name(), "-- Tables.\n\n" + first.sql());
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThat(migrate(store, List.of(commented))).isEmpty();
    }
  }

  @Test
  void a_migration_that_fails_leaves_nothing_behind() {
    List<Migration> broken =
        with(
            """
            CREATE TABLE taskforge_half (id INTEGER);
            INSERT INTO taskforge_missing VALUES (1);
            """);
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      assertThatThrownBy(() -> migrate(store, broken)).isInstanceOf(StoreException.class);
      assertThat(number(store, "SELECT count(*) FROM sqlite_master WHERE name = 'taskforge_half'"))
          .isZero();
      assertThat(number(store, VERSIONS)).isEqualTo(CURRENT.size());
    }
  }

  private static List<Migration> with(String sql) {
    List<Migration> migrations = new ArrayList<>(CURRENT);
    migrations.add(new Migration(CURRENT.size() + 1, "V_later.sql", sql));
    return migrations;
  }

  private static List<String> migrate(SqliteJobStore store, List<Migration> migrations) {
    return store.writer.write("migrate", session -> SchemaMigrator.migrate(session, migrations, 0));
  }

  private static List<String> contract(SqliteJobStore store, List<Migration> migrations) {
    return store.writer.write(
        "contract", session -> SchemaMigrator.contract(session, migrations, 0));
  }

  private static long number(SqliteJobStore store, String sql) {
    return store.writer.write("count", session -> session.statement(sql).number());
  }
}
