package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaPrintCommandTest {
  @TempDir Path directory;

  @Test
  void the_postgres_schema_creates_partitioned_tables_in_one_transaction() {
    CliRun run = CliRun.of("schema", "print", "--db", "postgres");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith("BEGIN;")
        .endsWith("COMMIT;\n")
        .contains(
            "CREATE TABLE taskforge_job (",
            "CREATE TABLE taskforge_document (",
            "PARTITION BY RANGE (finished_at)")
        .doesNotContain("${");
  }

  @Test
  void prefix_and_schema_can_be_chosen() {
    String sql =
        CliRun.of("schema", "print", "--db", "postgres", "--prefix", "tf_", "--schema", "jobs")
            .out();

    assertThat(sql)
        .startsWith("CREATE SCHEMA IF NOT EXISTS jobs;")
        .contains("SET search_path TO jobs;", "CREATE TABLE tf_job (")
        .doesNotContain("taskforge_");
  }

  @Test
  void the_sqlite_schema_is_what_the_store_needs() throws Exception {
    Path file = directory.resolve("jobs.db");
    String sql = CliRun.of("schema", "print", "--db", "sqlite", "--prefix", "tf_").out();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }

    // Opening the store must not create the tables again.
    SqliteJobStore.builder(file).prefix("tf_").build().close();

    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM tf_schema_version")) {
      assertThat(row.getInt(1)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--db postgres --prefix x;drop",
        "--db postgres --schema A-B",
        "--db sqlite --prefix 1x",
        "--db sqlite --schema jobs"
      })
  void an_invalid_name_is_rejected(String args) {
    CliRun run = CliRun.of(("schema print " + args).split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("taskforge: ");
  }
}
