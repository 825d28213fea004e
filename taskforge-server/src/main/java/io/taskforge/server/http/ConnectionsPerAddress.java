package io.taskforge.server.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections per client address, so that one machine cannot use up all of the server's.
 * Loopback addresses have no limit, because a reverse proxy for all clients may run there.
 */
final class ConnectionsPerAddress implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);
  // An IPv6 client can use any address of its /64 network.
  private static final int IPV6_NETWORK_BYTES = 8;

  private final int max;
  private final boolean includeLoopback;
  private final Map<String, Integer> open = new ConcurrentHashMap<>();
  // A closed connection no longer knows its remote address.
  private final Map<Connection, String> peers = new ConcurrentHashMap<>();

  ConnectionsPerAddress(int max, boolean includeLoopback) {
    this.max = max;
    this.includeLoopback = includeLoopback;
  }

  @Override
  public void onOpened(Connection connection) {
    String peer = peer(connection);
    if (peer == null) {
      return;
    }
    peers.put(connection, peer);
    if (open.merge(peer, 1, Integer::sum) > max) {
      LOG.debug("connection closed: {} has reached its limit of {} connections", peer, max);
      connection.getEndPoint().close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    String peer = peers.remove(connection);
    if (peer != null) {
      open.computeIfPresent(peer, (same, n) -> n > 1 ? n - 1 : null);
    }
  }

  private @Nullable String peer(Connection connection) {
    if (connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress socket
        && socket.getAddress() != null
        && (includeLoopback || !socket.getAddress().isLoopbackAddress())) {
      return name(socket.getAddress());
    }
    return null;
  }

  /** Returns the address, or for IPv6 its /64 network. */
  static String name(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.ofDelimiter(":").formatHex(network(address)) + "/64"
        : address.getHostAddress();
  }

  private static byte[] network(InetAddress address) {
    return Arrays.copyOf(address.getAddress(), IPV6_NETWORK_BYTES);
  }
}
