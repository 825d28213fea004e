package io.taskforge.server.http;

/**
 * Limits and timeouts of connections.
 *
 * @param max the maximum number of open connections; the server accepts no more until one closes
 * @param perAddress the maximum per client address; the server closes further ones
 * @param includeLoopback whether {@code perAddress} also applies to loopback addresses
 * @param idleMillis the idle timeout
 * @param requestMillis the timeout from a request's first byte to the response's first byte
 */
public record ConnectionLimits(
    int max, int perAddress, boolean includeLoopback, int idleMillis, int requestMillis) {
  /** Returns the default limits with another limit per address. */
  public static ConnectionLimits defaults(int perAddress) {
    return new ConnectionLimits(
        Limits.MAX_CONNECTIONS, perAddress, false, Limits.IDLE_MILLIS, Limits.REQUEST_MILLIS);
  }
}
