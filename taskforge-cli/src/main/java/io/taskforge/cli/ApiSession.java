package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.StoreException;
import io.taskforge.server.Server;
import io.taskforge.server.Stores;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An API client, and the server and store that are closed with it. */
record ApiSession(ApiClient api, List<AutoCloseable> after) implements AutoCloseable {
  ApiSession {
    after = List.copyOf(after);
  }

  static ApiSession with(ApiClient api) {
    return new ApiSession(api, List.of());
  }

  /**
   * Opens the API on a store for this process only; it runs no jobs.
   *
   * @param createsStore whether to create a store that does not exist
   */
  static ApiSession on(ServerOptions options, boolean createsStore) {
    Path file = options.database().data().resolve(Stores.FILE);
    if (!createsStore && options.database().url() == null && !Files.exists(file)) {
      throw CommandFailure.notFound(
          "there is no store in %1$s; a server creates one: ./taskforge server --data %1$s"
              .formatted(options.database().data()));
    }
    JobStore store;
    try {
      store = Stores.open(options);
    } catch (StoreException e) {
      throw StoreProblem.failure(e);
    }
    try {
      Server.Private opened = Server.openPrivately(options, store, EngineEnvironment.production());
      Server server = opened.server();
      return new ApiSession(
          ApiClient.of(server.url(), opened.key().secret()), List.of(server, store));
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public void close() {
    for (AutoCloseable each : after) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException("could not close the store", e);
      }
    }
  }
}
