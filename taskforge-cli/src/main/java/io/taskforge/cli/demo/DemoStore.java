package io.taskforge.cli.demo;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Stores;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demo's own store, which goes when it is closed, unless it is to be kept. */
final class DemoStore implements AutoCloseable {
  private final JobStore store;
  private final String place;
  private final Runnable removal;

  private DemoStore(JobStore store, String place, Runnable removal) {
    this.store = store;
    this.place = place;
    this.removal = removal;
  }

  /**
   * Opens one.
   *
   * @param unique lower-case letters and digits that no other demo has
   */
  static DemoStore open(DemoOptions options, String unique) {
    String db = options.db();
    return db == null ? sqlite(options.keep()) : postgres(db, options, "demo_" + unique + "_");
  }

  private static DemoStore sqlite(boolean keep) {
    try {
      Path directory = Files.createTempDirectory("taskforge-demo-");
      return new DemoStore(
          SqliteJobStore.open(directory.resolve(Stores.FILE)),
          directory.toString(),
          keep ? () -> {} : () -> delete(directory));
    } catch (IOException e) {
      throw new UncheckedIOException("there is no room for temporary files", e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + directory, e);
    }
  }

  private static DemoStore postgres(String url, DemoOptions options, String prefix) {
    @Nullable String user = options.dbUser();
    String password = options.dbPassword() == null ? "" : options.dbPassword();
    PostgresJobStoreBuilder builder = PostgresJobStore.builder(url).prefix(prefix);
    if (user != null) {
      builder = builder.credentials(user, password);
    }
    return new DemoStore(
        builder.build(),
        "PostgreSQL, tables " + prefix + "*",
        options.keep() ? () -> {} : () -> PrefixedTables.drop(url, user, password, prefix));
  }

  JobStore store() {
    return store;
  }

  /** Where it is, for people. */
  String place() {
    return place;
  }

  @Override
  public void close() {
    store.close();
    removal.run();
  }
}
