package io.taskforge.cli;

import io.taskforge.TaskForgeVersion;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.StoreException;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.server.Stores;
import io.taskforge.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "contract",
    description = {
      "Removes from a store's tables what only earlier versions of TaskForge need.",
      "The last step of an upgrade: processes of earlier versions can no longer use the store.",
      "Refused while a worker of another version is alive."
    })
final class SchemaContractCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--data", paramLabel = "DIR", description = "The directory of an embedded store.")
  private @Nullable Path data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "A PostgreSQL database, jdbc:postgresql://host/database. TASKFORGE_DB_USER and"
              + " TASKFORGE_DB_PASSWORD have the credentials, unless the URL does.")
  private @Nullable String db;

  @Option(
      names = "--prefix",
      paramLabel = "PREFIX",
      defaultValue = "taskforge_",
      description = "The prefix of table names (default: ${DEFAULT-VALUE}).")
  private String prefix = "taskforge_";

  @Option(
      names = "--schema",
      paramLabel = "SCHEMA",
      description = "The PostgreSQL schema that holds the tables (default: the connection's own).")
  private @Nullable String schema;

  SchemaContractCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> applied;
    try {
      applied = contract();
    } catch (IllegalArgumentException e) { // a prefix or schema that is no name
      throw CommandFailure.invalid(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw StoreProblem.failure(e);
    }
    applied.forEach(name -> console.out().println("applied " + name));
    if (applied.isEmpty()) {
      console.out().println("nothing to contract");
    }
    return ExitCodes.OK;
  }

  private List<String> contract() {
    if (data != null && db == null && schema == null) {
      Path file = data.resolve(Stores.FILE);
      if (!Files.exists(file)) {
        throw CommandFailure.of(List.of("there is no store in " + data), ExitCodes.NOT_FOUND);
      }
      try (SqliteJobStore store = SqliteJobStore.builder(file).prefix(prefix).build()) {
        requireNoWorkersOfOtherVersions(store);
        return store.contractSchema();
      }
    }
    if (data != null || db == null) {
      throw CommandFailure.invalid("give one of --data and --db; --schema belongs to --db");
    }
    // An empty or older database is refused: it is not the one that was upgraded.
    PostgresJobStoreBuilder builder =
        PostgresJobStore.builder(db).prefix(prefix).migrate(false).poolSize(1);
    if (schema != null) {
      builder = builder.schema(schema);
    }
    String user = console.environment().get("TASKFORGE_DB_USER");
    if (user != null) {
      String password = console.environment().getOrDefault("TASKFORGE_DB_PASSWORD", "");
      builder = builder.credentials(user, password);
    }
    try (PostgresJobStore store = builder.build()) {
      requireNoWorkersOfOtherVersions(store);
      return store.contractSchema();
    }
  }

  /** Remote workers don't use the store. */
  private static void requireNoWorkersOfOtherVersions(JobStore store) {
    List<String> others =
        store.queries().workers().stream()
            .filter(worker -> !worker.host().equals(RemoteClaim.REMOTE))
            .filter(worker -> !worker.host().endsWith(TaskForgeVersion.named()))
            .map(
                worker ->
                    "worker %s is not of %s: %s"
                        .formatted(worker.id(), TaskForgeVersion.named(), worker.host()))
            .toList();
    if (!others.isEmpty()) {
      throw CommandFailure.of(others, ExitCodes.CONFLICT);
    }
  }
}
