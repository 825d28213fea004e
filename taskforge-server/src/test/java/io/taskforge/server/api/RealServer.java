package io.taskforge.server.api;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import java.nio.file.Path;

/** A complete server with a worker, in real time, for clients in other processes. */
public final class RealServer implements AutoCloseable {
  private final JobStore store;
  private final Server server;

  private RealServer(Path directory) {
    store = SqliteJobStore.open(directory.resolve("real.db"));
    server =
        Server.open(
            new Settings().flag("port", 0).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    server.startWorker();
  }

  public static RealServer onSqlite(Path directory) {
    return new RealServer(directory);
  }

  public Server server() {
    return server;
  }

  public String url() {
    return server.url();
  }

  @Override
  public void close() {
    server.close();
    store.close();
  }
}
