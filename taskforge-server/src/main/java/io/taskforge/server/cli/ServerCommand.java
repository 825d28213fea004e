package io.taskforge.server.cli;

import io.taskforge.engine.EngineSeams;
import io.taskforge.server.Server;
import io.taskforge.server.ServerOptions;
import io.taskforge.server.Stores;
import io.taskforge.store.JobStore;
import io.taskforge.store.StoreException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description = "Runs the server: API, HTTP jobs, schedules, metrics. Stops on SIGTERM.")
final class ServerCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--port", paramLabel = "PORT", description = "Listen here; 8080 by default.")
  private @Nullable Integer port;

  @Option(names = "--host", paramLabel = "HOST", description = "127.0.0.1 by default.")
  private @Nullable String host;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the embedded store lives; ./taskforge-data by default.")
  private @Nullable Path data;

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

  ServerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    ServerOptions usual = ServerOptions.DEFAULT;
    ServerOptions options =
        new ServerOptions(
            host == null ? usual.host() : host,
            port == null ? usual.port() : port,
            data == null ? usual.data() : data,
            db,
            null,
            null,
            allowTargets,
            usual.concurrency(),
            usual.lease(),
            usual.shutdownGrace());
    CountDownLatch stopped = new CountDownLatch(1);
    JobStore store = open(options);
    Server server = Server.open(options, store, EngineSeams.production());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  store.close();
                  stopped.countDown();
                },
                "taskforge-shutdown"));
    server.startWorker();
    console.out().println("TaskForge is ready at " + server.url());
    console.out().println("  API        " + server.url() + "/api/v1   described by /openapi.json");
    console.out().println("  metrics    " + server.url() + "/metrics");
    console.out().println("  store      " + (db == null ? options.data() : "PostgreSQL"));
    console.out().flush();
    stopped.await();
    return ExitCodes.OK;
  }

  private static JobStore open(ServerOptions options) {
    try {
      return Stores.open(options);
    } catch (StoreException e) {
      throw CommandFailure.notFound(String.valueOf(e.getMessage()));
    }
  }
}
