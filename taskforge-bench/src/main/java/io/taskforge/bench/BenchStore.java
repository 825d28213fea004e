package io.taskforge.bench;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.store.JobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The store that is measured, and what has to be cleaned up after it. */
record BenchStore(JobStore store, List<Closeable> after) implements Closeable {
  static BenchStore open(String kind, @Nullable String url) throws IOException {
    return switch (kind) {
      case "sqlite" -> sqlite();
      case "postgres" -> url == null ? embeddedPostgres() : postgres(url, List.of());
      default ->
          throw new IllegalArgumentException("store must be sqlite or postgres but was " + kind);
    };
  }

  private static BenchStore sqlite() throws IOException {
    Path directory = Files.createTempDirectory("taskforge-bench");
    return new BenchStore(
        SqliteJobStore.open(directory.resolve("jobs.db")), List.of(() -> deleteTree(directory)));
  }

  private static BenchStore embeddedPostgres() throws IOException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("fsync", "on")
            .setServerConfig("shared_buffers", "512MB")
            .setServerConfig("max_wal_size", "4GB")
            .start();
    return postgres(server.getJdbcUrl("postgres", "postgres"), List.of(server));
  }

  /** In a schema of its own, so that a shared server is left as it was. */
  private static BenchStore postgres(String url, List<Closeable> after) {
    return new BenchStore(PostgresJobStore.builder(url).schema("taskforge_bench").build(), after);
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
    for (Closeable each : after) {
      each.close();
    }
  }
}
