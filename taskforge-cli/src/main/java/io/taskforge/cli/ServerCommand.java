package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.StoreException;
import io.taskforge.json.Fault;
import io.taskforge.server.Server;
import io.taskforge.server.Stores;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.JsonLog;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import io.taskforge.server.config.SettingsFile;
import io.taskforge.server.http.CannotListenException;
import io.taskforge.store.JobStore;
import io.taskforge.text.DurationText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description = "Runs the server: API, HTTP jobs, schedules, metrics. Stops on SIGTERM.")
final class ServerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCommand.class);

  private final Console console;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port to listen on; 8080 by default.")
  private @Nullable String port;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "The address to listen on; 127.0.0.1 by default.")
  private @Nullable String host;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The directory of the embedded store; ./taskforge-data by default.")
  private @Nullable String data;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "Use PostgreSQL instead: jdbc:postgresql://host/database.")
  private @Nullable String db;

  @Option(
      names = "--allow-targets",
      paramLabel = "CIDR,…",
      description =
          "Inside addresses that outbound calls may reach; loopback by default while the server"
              + " listens on loopback only.")
  private @Nullable String allowTargets;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "A YAML or .properties file of settings. Environment variables such as TASKFORGE_PORT"
              + " override it, and flags override both.")
  private @Nullable Path config;

  ServerCommand(Console console) {
    this.console = console;
  }

  private ServerOptions options() {
    Settings settings = new Settings();
    if (config != null) {
      try {
        settings.file(SettingsFile.read(config));
      } catch (IOException e) {
        throw CommandFailure.notFound("%s can't be read: %s".formatted(config, e));
      }
    }
    return settings
        .environment(console.environment())
        .flag("host", host)
        .flag("port", port)
        .flag("data", data)
        .flag("db", db)
        .flag("allowTargets", allowTargets)
        .options();
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerOptions options;
    try {
      options = options();
    } catch (InvalidSettingsException e) {
      throw invalid(e);
    }
    if (options.jsonLog()) {
      JsonLog.use();
    }
    CountDownLatch stopped = new CountDownLatch(1);
    JobStore store = open(options);
    Server server = open(options, store);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  LOG.info(
                      "stopping: no new jobs are started, running jobs have {} to end",
                      DurationText.format(options.worker().shutdownGrace()));
                  server.close();
                  store.close();
                  LOG.info("stopped");
                  stopped.countDown();
                },
                "taskforge-shutdown"));
    server.startWorker();
    console.out().println("TaskForge is ready at " + server.url());
    console.out().println("  dashboard  " + server.url() + "/");
    console.out().println("  API        " + server.url() + "/api/v1   described by /openapi.json");
    console.out().println("  metrics    " + server.url() + "/metrics");
    console
        .out()
        .println(
            "  store      "
                + (options.database().url() == null ? options.database().data() : "PostgreSQL"));
    console.out().flush();
    stopped.await();
    return ExitCodes.OK;
  }

  private static CommandFailure invalid(InvalidSettingsException e) {
    return CommandFailure.invalid(e.faults().stream().map(Fault::toString).toList());
  }

  private static Server open(ServerOptions options, JobStore store) {
    try {
      return Server.open(options, store, EngineEnvironment.production());
    } catch (InvalidSettingsException e) {
      store.close();
      throw invalid(e);
    } catch (Server.NoKeysException e) {
      store.close();
      throw CommandFailure.invalid(String.valueOf(e.getMessage()));
    } catch (CannotListenException e) {
      store.close();
      throw CommandFailure.of(
          List.of(String.valueOf(e.getMessage())),
          e.isWrongAddress() ? ExitCodes.INVALID : ExitCodes.CONFLICT);
    }
  }

  private static JobStore open(ServerOptions options) {
    try {
      return Stores.open(options);
    } catch (StoreException e) {
      throw StoreProblem.failure(e);
    }
  }
}
