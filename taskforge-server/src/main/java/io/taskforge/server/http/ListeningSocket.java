package io.taskforge.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import org.jspecify.annotations.Nullable;

/** The socket that a server listens on, bound before anything else of the server is started. */
final class ListeningSocket {
  private ListeningSocket() {}

  /**
   * Binds a socket.
   *
   * @param port 0 for any free one
   * @throws CannotListenException if it can't be bound; says why, and what to do
   */
  static ServerSocketChannel on(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw foreign(host, port, "there is no such host", null);
    }
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        // The default backlog of 50 resets connections when more clients connect at the same
        // moment.
        return channel
            .setOption(StandardSocketOptions.SO_REUSEADDR, true)
            .bind(address, Limits.MAX_CONNECTIONS);
      } catch (IOException e) {
        channel.close();
        throw refused(host, address, e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CannotListenException refused(
      String host, InetSocketAddress address, IOException e) throws SocketException {
    InetAddress wanted = address.getAddress();
    int port = address.getPort();
    if (!wanted.isAnyLocalAddress() && NetworkInterface.getByInetAddress(wanted) == null) {
      return foreign(host, port, "it is no address of this machine", e);
    }
    return new CannotListenException(
        "can't listen on %s:%d: %s; end the program that listens there, or choose another port with --port (0: any that is free)"
            .formatted(host, port, e.getMessage()),
        false,
        e);
  }

  private static CannotListenException foreign(
      String host, int port, String why, @Nullable Exception e) {
    return new CannotListenException(
        "can't listen on %s:%d: %s; give --host one of its addresses, or leave it out for 127.0.0.1"
            .formatted(host, port, why),
        true,
        e);
  }
}
