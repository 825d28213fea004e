package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.retry.Fault;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The server or the store that a command works on. */
final class ApiOptions {
  static final String VARIABLE = "TASKFORGE_SERVER";
  static final String USUAL = "http://127.0.0.1:8080";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "The server; by default what "
              + VARIABLE
              + " says, or "
              + USUAL
              + ". Its key, if it wants one, is taken from "
              + ApiClient.KEY_VARIABLE
              + ".")
  private @Nullable String server;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "No server, but the embedded store in this directory.")
  private @Nullable String data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "No server, but the store in this database: jdbc:postgresql://host/database.")
  private @Nullable String db;

  ApiSession open(Console console, boolean makesStore) {
    if (Stream.of(server, data, db).filter(Objects::nonNull).count() > 1) {
      throw CommandFailure.invalid("give one of --server, --data and --db");
    }
    if (isStore()) {
      return ApiSession.on(serverOptions(console, data, db), makesStore);
    }
    return ApiSession.with(client(console, server));
  }

  /** A client of this server; null for that of the environment, or the usual one. */
  static ApiClient client(Console console, @Nullable String server) {
    return ApiClient.of(
        server != null ? server : console.environment().getOrDefault(VARIABLE, USUAL),
        console.environment().get(ApiClient.KEY_VARIABLE));
  }

  /** Whether a store is worked on directly. */
  boolean isStore() {
    return data != null || db != null;
  }

  static ServerOptions serverOptions(Console console, @Nullable String data, @Nullable String db) {
    try {
      return new Settings()
          .environment(console.environment())
          .flag("host", "127.0.0.1")
          .flag("port", 0)
          .flag("data", data)
          .flag("db", db == null ? "" : db)
          .options();
    } catch (InvalidSettingsException e) {
      throw CommandFailure.invalid(e.faults().stream().map(Fault::toString).toList());
    }
  }
}
