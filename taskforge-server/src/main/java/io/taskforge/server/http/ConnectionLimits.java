package io.taskforge.server.http;

/**
 * How many may be connected at once, how long each may be silent, and how long a request may take.
 *
 * @param most further ones wait to be accepted
 * @param idleMillis after so long without a byte a connection is closed
 * @param requestMillis after so long without a byte of an answer a connection is closed
 */
record ConnectionLimits(int most, int idleMillis, int requestMillis) {
  static final ConnectionLimits USUAL =
      new ConnectionLimits(Limits.MAX_CONNECTIONS, Limits.IDLE_MILLIS, Limits.REQUEST_MILLIS);
}
