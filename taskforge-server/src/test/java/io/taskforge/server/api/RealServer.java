package io.taskforge.server.api;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import java.nio.file.Path;
import java.util.Collections;

/** A complete server with a worker, in real time, for clients in other processes. */
public final class RealServer implements AutoCloseable {
  private final JobStore store;
  private final Server server;

  private RealServer(JobStore store) {
    this.store = store;
    server =
        Server.open(
            new Settings().flag("port", 0).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    server.startWorker();
  }

  public static RealServer onSqlite(Path directory) {
    return new RealServer(SqliteJobStore.open(directory.resolve("real.db")));
  }

  /** A server on a store, which it closes. */
  public static RealServer on(JobStore store) {
    return new RealServer(store);
  }

  /** Publishes as many events of a job to the event stream, as if it were enqueued again. */
  public void publish(Job job, int events) {
    server.events().enqueued(Collections.nCopies(events, EnqueuedEvent.of(job)));
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
