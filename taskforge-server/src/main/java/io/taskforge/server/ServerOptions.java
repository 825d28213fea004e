package io.taskforge.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a server is run.
 *
 * @param port 0 for any free one
 * @param data where the embedded store keeps its file; not used with {@code db}
 * @param db the JDBC URL of a PostgreSQL database, or null for the embedded store
 * @param dbUser with dbPassword: who it is there, or null where the URL says it
 * @param allowTargets the inside addresses that outbound calls may reach, as CIDRs with commas
 *     between, or null for the default: loopback while the server listens on loopback only
 * @param concurrency how many jobs its own worker runs at once
 * @param lease how long a crash of its worker goes unnoticed at most, about
 * @param shutdownGrace how long running jobs may go on when it stops
 */
public record ServerOptions(
    String host,
    int port,
    Path data,
    @Nullable String db,
    @Nullable String dbUser,
    @Nullable String dbPassword,
    @Nullable String allowTargets,
    int concurrency,
    Duration lease,
    Duration shutdownGrace) {
  /** The options where nothing is set. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          "127.0.0.1",
          8080,
          Path.of("taskforge-data"),
          null,
          null,
          null,
          null,
          50,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10));

  /** Never shows the password. */
  @Override
  public String toString() {
    return "server on %s:%d, store %s".formatted(host, port, db == null ? data : "PostgreSQL");
  }
}
