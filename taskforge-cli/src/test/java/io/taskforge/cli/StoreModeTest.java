package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.StoreException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.Stores;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreModeTest {
  @TempDir Path directory;

  @Test
  void commands_work_on_a_store_without_a_server() {
    SqliteJobStore.open(directory.resolve(Stores.FILE)).close();
    String data = directory.toString();

    CliRun made =
        CliRun.of(
            "jobs",
            "enqueue",
            "http",
            "--json",
            "--data",
            data,
            "--payload",
            "{\"url\":\"http://127.0.0.1:1/\"}");
    assertThat(made.exitCode()).as(made.err()).isZero();
    String id = Json.read(made.out()).get("id").stringValue();

    // The command starts no worker, so the job does not run.
    assertThat(CliRun.of("jobs", "list", "--data", data).out()).contains(id, "QUEUED");
    assertThat(CliRun.of("jobs", "cancel", id, "--data", data).exitCode()).isZero();
  }

  @Test
  void a_directory_without_a_store_is_not_changed() {
    CliRun run = CliRun.of("jobs", "list", "--data", directory.toString());

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("there is no store in ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void the_databases_message_follows_that_of_the_connection_pool() {
    SQLException refused = new SQLException("Connection to 127.0.0.1:1 refused.");
    SQLException pool = new SQLException("Connection is not available", refused);

    CommandFailure failure = StoreProblem.failure(new StoreException("look", true, pool));

    assertThat(failure.exitCode()).isEqualTo(5);
    assertThat(failure.lines())
        .containsExactly(
            "the store can't be opened: could not look: Connection is not available",
            "  Connection to 127.0.0.1:1 refused.");
  }

  @Test
  void a_server_and_a_store_cannot_be_combined() {
    CliRun run = CliRun.of("jobs", "list", "--data", "x", "--server", "http://localhost");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("give one of --server, --data and --db");
  }
}
