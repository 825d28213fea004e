package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "print",
    description = {
      "Prints the SQL that creates a store's tables, to apply it manually.",
      "By default a store applies it automatically. This command does not connect to a database."
    })
final class SchemaPrintCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--db",
      required = true,
      paramLabel = "DATABASE",
      description = "One of: ${COMPLETION-CANDIDATES}.")
  private Database database = Database.postgres;

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

  SchemaPrintCommand(Console console) {
    this.console = console;
  }

  // The names are the values of the option.
  private enum Database {
    postgres,
    sqlite
  }

  @Override
  public Integer call() {
    if (database == Database.sqlite && schema != null) {
      throw CommandFailure.invalid("--schema is for postgres: a SQLite file has one schema");
    }
    try {
      console.out().print(sql());
    } catch (IllegalArgumentException e) { // a prefix or schema that is no name
      throw CommandFailure.invalid(String.valueOf(e.getMessage()));
    }
    console.out().flush();
    return ExitCodes.OK;
  }

  private String sql() {
    return database == Database.sqlite
        ? SqliteJobStore.schemaSql(prefix)
        : PostgresJobStore.schemaSql(schema, prefix);
  }
}
