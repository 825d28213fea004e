package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.json.Fault;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that choose a server or a store, as a mixin. */
final class ApiOptions {
  static final String VARIABLE = "TASKFORGE_SERVER";
  static final String DEFAULT = "http://127.0.0.1:8080";

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "The server; by default "
              + VARIABLE
              + " or, if that is not set, "
              + DEFAULT
              + ". The API key is read from "
              + ApiClient.KEY_VARIABLE
              + ".")
  private @Nullable String server;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Use the embedded store in this directory instead of a server.")
  private @Nullable String data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "jdbc:postgresql://host/database, to use this database instead of a server.")
  private @Nullable String db;

  ApiSession open(Console console, boolean createsStore) {
    if (Stream.of(server, data, db).filter(Objects::nonNull).count() > 1) {
      throw CommandFailure.invalid("give one of --server, --data and --db");
    }
    if (isStore()) {
      return ApiSession.on(serverOptions(console, data, db), createsStore);
    }
    return ApiSession.with(client(console, server));
  }

  /** Returns a client of this server; null means the environment's, or the default one. */
  static ApiClient client(Console console, @Nullable String server) {
    return ApiClient.of(
        server != null ? server : console.environment().getOrDefault(VARIABLE, DEFAULT),
        console.environment().get(ApiClient.KEY_VARIABLE));
  }

  /** The server that was given, or null. */
  @Nullable String server() {
    return server;
  }

  /** Whether a store was chosen. */
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
