package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of an {@link HttpCaller}.
 *
 * @param ticker a monotonic clock in nanoseconds
 * @param maxConnections the maximum number of concurrent connections to all hosts
 * @param maxConnectionsPerHost the maximum number of concurrent connections of one tenant to one
 *     host and port, so that a dead host can't take them all
 * @param connectTimeout for each address
 * @param trust the trusted certificates; null for the JDK's default
 */
public record CallerConfig(
    SsrfPolicy policy,
    AddressResolver resolver,
    LongSupplier ticker,
    int maxConnections,
    int maxConnectionsPerHost,
    Duration connectTimeout,
    @Nullable SSLContext trust) {
  /** Returns the defaults: 256 connections, 32 of a tenant to one host, 10 s to connect. */
  public static CallerConfig of(SsrfPolicy policy, LongSupplier ticker) {
    return new CallerConfig(
        policy, AddressResolver.SYSTEM, ticker, 256, 32, Duration.ofSeconds(10), null);
  }

  public CallerConfig resolver(AddressResolver other) {
    return new CallerConfig(
        policy, other, ticker, maxConnections, maxConnectionsPerHost, connectTimeout, trust);
  }

  public CallerConfig connections(int total, int perHost) {
    return new CallerConfig(policy, resolver, ticker, total, perHost, connectTimeout, trust);
  }

  /**
   * Returns this configuration with enough connections for {@code callers} concurrent calls of a
   * single tenant to a single host. A single tenant gets at most half of all connections.
   */
  public CallerConfig forCallers(int callers) {
    return connections(
        Math.max(maxConnections, 2 * callers), Math.max(maxConnectionsPerHost, callers));
  }

  public CallerConfig connectTimeout(Duration limit) {
    return new CallerConfig(
        policy, resolver, ticker, maxConnections, maxConnectionsPerHost, limit, trust);
  }

  public CallerConfig trust(SSLContext other) {
    return new CallerConfig(
        policy, resolver, ticker, maxConnections, maxConnectionsPerHost, connectTimeout, other);
  }
}
