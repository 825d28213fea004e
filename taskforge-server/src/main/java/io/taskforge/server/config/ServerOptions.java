package io.taskforge.server.config;

import io.taskforge.job.Retention;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.secret.EncryptionKeys;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a server is run.
 *
 * @param port 0 for any free one
 * @param data where the embedded store keeps its file; not used with {@code db}
 * @param db the JDBC URL of a PostgreSQL database, or null for the embedded store
 * @param dbUser with dbPassword: who the server is there, or null where the URL says it
 * @param allowTargets the inside addresses that outbound calls may reach, as CIDRs with commas
 *     between, or null for the default: loopback while the server listens on loopback only
 * @param concurrency how many jobs its own worker runs at once
 * @param lease how long a crash of its worker goes unnoticed at most, about
 * @param shutdownGrace how long running jobs may go on when it stops
 * @param retryPolicy for jobs where neither job nor queue have one
 * @param retention how long finished jobs and audit entries are kept
 * @param encryption what secrets are sealed with before they are stored
 * @param connectionsPerAddress how many connections each other machine may have at once
 * @param jsonLog whether log lines are JSON
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
    Duration shutdownGrace,
    RetryPolicy retryPolicy,
    Retention retention,
    EncryptionKeys encryption,
    int connectionsPerAddress,
    boolean jsonLog) {
  /** Never shows the password, a URL that may hold one, or a key. */
  @Override
  public String toString() {
    return "server on %s:%d, store %s".formatted(host, port, db == null ? data : "PostgreSQL");
  }
}
