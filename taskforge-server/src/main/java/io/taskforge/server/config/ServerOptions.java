package io.taskforge.server.config;

import io.taskforge.job.Retention;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.secret.EncryptionKeys;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a server, checked by {@link Settings}.
 *
 * @param port 0 for any free port
 * @param data the directory of the embedded store; not used with {@code db}
 * @param db the JDBC URL of a PostgreSQL database, or null for the embedded store
 * @param dbUser the database user name; null if the URL contains it
 * @param allowTargets the private addresses that outbound calls may reach, as comma-separated
 *     CIDRs, or null for the default: loopback while the server listens on loopback only
 * @param concurrency the maximum number of jobs that its worker runs concurrently
 * @param lease the lease duration; jobs of a crashed worker are rescued after about this long
 * @param shutdownGrace how long running jobs may continue at shutdown
 * @param retryPolicy for jobs without a policy of their own or of their queue
 * @param retention the retention of finished jobs and audit entries
 * @param encryption the keys for encrypting stored secrets
 * @param connectionsPerAddress the maximum number of concurrent connections from one remote address
 * @param jsonLog whether to log JSON lines
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
  /** Omits passwords, URLs that may contain one, and keys. */
  @Override
  public String toString() {
    return "server on %s:%d, store %s".formatted(host, port, db == null ? data : "PostgreSQL");
  }
}
