package io.taskforge.server.http;

/**
 * How many may be connected at once, how long each may be silent, and how long a request may take.
 *
 * @param most further ones wait to be accepted
 * @param perAddress further ones from the same address are closed
 * @param loopbackToo whether that holds for connections from this machine, too
 * @param idleMillis after so long without a byte a connection is closed
 * @param requestMillis after so long without a byte of an answer a connection is closed
 */
record ConnectionLimits(
    int most, int perAddress, boolean loopbackToo, int idleMillis, int requestMillis) {
  /** Returns the usual limits, but for one. */
  static ConnectionLimits usual(int perAddress) {
    return new ConnectionLimits(
        Limits.MAX_CONNECTIONS, perAddress, false, Limits.IDLE_MILLIS, Limits.REQUEST_MILLIS);
  }
}
