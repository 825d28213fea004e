package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaContractCommandTest {
  @TempDir Path directory;

  @Test
  void a_store_of_this_version_has_nothing_to_contract() {
    SqliteJobStore.open(directory.resolve(Stores.FILE)).close();

    CliRun run = CliRun.of("schema", "contract", "--data", directory.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("nothing to contract\n");
  }

  @Test
  void a_directory_without_a_store_stays_empty() {
    CliRun run = CliRun.of("schema", "contract", "--data", directory.toString());

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("there is no store in " + directory);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void one_store_must_be_given() {
    CliRun none = CliRun.of("schema", "contract");
    CliRun both = CliRun.of("schema", "contract", "--data", ".", "--db", "jdbc:postgresql:x");

    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("give one of --data and --db");
  }
}
