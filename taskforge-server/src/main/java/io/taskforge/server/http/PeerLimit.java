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
 * Closes connections of an address that has too many already, so that one machine can't take all of
 * a server's. Loopback is this machine, where a proxy for all clients may run, and has no limit.
 */
final class PeerLimit implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(PeerLimit.class);
  // Who has an IPv6 address has all of its network's.
  private static final int IPV6_NETWORK_BYTES = 8;

  private final int most;
  private final boolean loopbackToo;
  private final Map<String, Integer> open = new ConcurrentHashMap<>();
  // One that is closed no longer knows where it came from.
  private final Map<Connection, String> peers = new ConcurrentHashMap<>();

  PeerLimit(int most, boolean loopbackToo) {
    this.most = most;
    this.loopbackToo = loopbackToo;
  }

  @Override
  public void onOpened(Connection connection) {
    String peer = peer(connection);
    if (peer == null) {
      return;
    }
    peers.put(connection, peer);
    if (open.merge(peer, 1, Integer::sum) > most) {
      LOG.debug("{} has {} connections already: one more was closed", peer, most);
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
        && (loopbackToo || !socket.getAddress().isLoopbackAddress())) {
      return name(socket.getAddress());
    }
    return null;
  }

  /** What all addresses have in common that one machine can be expected to have. */
  static String name(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.ofDelimiter(":").formatHex(network(address)) + "/64"
        : address.getHostAddress();
  }

  private static byte[] network(InetAddress address) {
    return Arrays.copyOf(address.getAddress(), IPV6_NETWORK_BYTES);
  }
}
