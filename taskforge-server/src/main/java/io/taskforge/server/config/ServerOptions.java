package io.taskforge.server.config;

import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.job.Retention;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.server.secret.EncryptionKeys;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a server, checked by {@link Settings}.
 *
 * @param allowTargets the private addresses that outbound calls may reach, as comma-separated
 *     CIDRs, or null for the default: loopback while the server listens on loopback only and
 *     authentication is off
 * @param encryption the keys for encrypting stored secrets
 * @param jsonLog whether to log JSON lines
 */
public record ServerOptions(
    Listener listener,
    Database database,
    Worker worker,
    @Nullable String allowTargets,
    EncryptionKeys encryption,
    boolean jsonLog) {
  /**
   * @param port 0 for any free port
   * @param connectionsPerAddress the maximum number of concurrent connections from one remote
   *     address
   */
  public record Listener(String host, int port, int connectionsPerAddress) {}

  /**
   * @param data the directory of the embedded store; not used with {@code url}
   * @param url the JDBC URL of a PostgreSQL database, or null for the embedded store
   * @param user the database user name; null if the URL contains it
   */
  public record Database(
      Path data, @Nullable String url, @Nullable String user, @Nullable String password) {
    /** Omits the password, and the URL, which may contain one. */
    @Override
    public String toString() {
      return url == null ? data.toString() : "PostgreSQL";
    }
  }

  /**
   * How the server's own worker runs jobs.
   *
   * @param concurrency the maximum number of jobs that run at once
   * @param lease the lease duration; jobs of a crashed worker are rescued after about this long
   * @param shutdownGrace how long running jobs may continue at shutdown
   * @param retryPolicy for jobs without a policy of their own, of their type or of their queue
   * @param retention the retention of finished jobs and audit entries
   * @param destinations whether circuit breakers hold HTTP jobs and webhooks
   * @param breakers the settings of these circuit breakers
   */
  public record Worker(
      int concurrency,
      Duration lease,
      Duration shutdownGrace,
      PolicyChoice retryPolicy,
      Retention retention,
      DestinationMode destinations,
      DestinationSettings breakers) {}

  /** Omits passwords, URLs that may contain one, and keys. */
  @Override
  public String toString() {
    return "server on %s:%d, store %s".formatted(listener.host, listener.port, database);
  }
}
