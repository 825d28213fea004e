package io.taskforge.server.outbound;

import java.time.Duration;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link HttpCaller} works with.
 *
 * @param ticker nanoseconds that only grow, as {@link System#nanoTime}
 * @param maxConnections at once, to all hosts together
 * @param maxConnectionsPerHost at once of one tenant to one host and port, so that a dead one can't
 *     take them all
 * @param connectTimeout for each address that is tried
 * @param trust whose certificates are believed; null for the JDK's own list
 */
public record CallerConfig(
    SsrfPolicy policy,
    AddressResolver resolver,
    LongSupplier ticker,
    int maxConnections,
    int maxConnectionsPerHost,
    Duration connectTimeout,
    @Nullable SSLContext trust) {
  /**
   * Returns the usual configuration: 256 connections, 32 of a tenant to one host, 10 s to connect.
   */
  public static CallerConfig of(SsrfPolicy policy, LongSupplier ticker) {
    return new CallerConfig(
        policy, AddressResolver.SYSTEM, ticker, 256, 32, Duration.ofSeconds(10), null);
  }

  /** Returns this configuration with another way to find addresses. */
  public CallerConfig resolver(AddressResolver other) {
    return new CallerConfig(
        policy, other, ticker, maxConnections, maxConnectionsPerHost, connectTimeout, trust);
  }

  /** Returns this configuration with other limits on connections. */
  public CallerConfig connections(int total, int perHost) {
    return new CallerConfig(policy, resolver, ticker, total, perHost, connectTimeout, trust);
  }

  /**
   * Returns this configuration with as many connections as so many callers need at once: one tenant
   * alone may have half of them, and all of those to one host, so that none of its callers waits.
   */
  public CallerConfig forCallers(int callers) {
    return connections(
        Math.max(maxConnections, 2 * callers), Math.max(maxConnectionsPerHost, callers));
  }

  /** Returns this configuration with another limit on connecting to one address. */
  public CallerConfig connectTimeout(Duration limit) {
    return new CallerConfig(
        policy, resolver, ticker, maxConnections, maxConnectionsPerHost, limit, trust);
  }

  /** Returns this configuration with other certificates that are believed. */
  public CallerConfig trust(SSLContext other) {
    return new CallerConfig(
        policy, resolver, ticker, maxConnections, maxConnectionsPerHost, connectTimeout, other);
  }
}
