package io.taskforge.server;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.store.JobStore;

/** Opens the configured store: PostgreSQL, or the embedded SQLite. */
public final class Stores {
  /** The embedded store's file within the data directory. */
  public static final String FILE = "taskforge.db";

  private Stores() {}

  public static JobStore open(ServerOptions options) {
    String db = options.database().url();
    if (db == null) {
      return SqliteJobStore.builder(options.database().data().resolve(FILE))
          .ownsDirectory()
          .build();
    }
    PostgresJobStoreBuilder builder = PostgresJobStore.builder(db);
    String user = options.database().user();
    String password = options.database().password();
    if (user != null) {
      builder = builder.credentials(user, password == null ? "" : password);
    }
    return builder.build();
  }
}
