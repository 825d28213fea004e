package io.taskforge.server.http;

/**
 * How many may be connected at once, and how long each may be silent.
 *
 * @param most further ones wait to be accepted
 * @param idleMillis after so long without a byte a connection is closed
 */
record ConnectionLimits(int most, int idleMillis) {
  static final ConnectionLimits USUAL =
      new ConnectionLimits(Limits.MAX_CONNECTIONS, Limits.IDLE_MILLIS);
}
