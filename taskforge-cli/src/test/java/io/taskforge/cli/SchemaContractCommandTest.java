package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.TaskForgeVersion;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.WorkerId;
import io.taskforge.server.Stores;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
  void a_store_that_a_worker_of_another_version_uses_is_not_contracted() {
    try (SqliteJobStore store = SqliteJobStore.open(directory.resolve(Stores.FILE))) {
      beat(store, "new", "host, pid 1, " + TaskForgeVersion.named());
      beat(store, "python", "remote");
      beat(store, "old", "host, pid 2, TaskForge 0.0.9");
    }

    CliRun run = CliRun.of("schema", "contract", "--data", directory.toString());

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err())
        .contains("worker old is not of TaskForge ", "pid 2, TaskForge 0.0.9")
        .doesNotContain("new", "python");
  }

  private static void beat(JobStore store, String worker, String host) {
    HeartbeatAnswer ignored =
        store.heartbeat(
            new Heartbeat(
                new ClaimRequest.Lease(new WorkerId(worker), JobStore.DEFAULT_LEASE),
                List.of(),
                host,
                "1.4.2",
                Set.of(),
                Set.of(),
                1,
                0));
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
