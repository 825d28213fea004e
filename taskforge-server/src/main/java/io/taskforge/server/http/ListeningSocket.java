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

/** Binds the server socket, before any other part of the server starts. */
final class ListeningSocket {
  private ListeningSocket() {}

  /**
   * @param port 0 for any free port
   * @throws CannotListenException if it cannot be bound, with the reason and what to do
   */
  static ServerSocketChannel on(String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw wrongAddress(host, port, "unknown host", null);
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
        throw bindFailed(host, address, e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CannotListenException bindFailed(
      String host, InetSocketAddress address, IOException e) throws SocketException {
    InetAddress wanted = address.getAddress();
    int port = address.getPort();
    if (!wanted.isAnyLocalAddress() && NetworkInterface.getByInetAddress(wanted) == null) {
      return wrongAddress(host, port, "it is not an address of this machine", e);
    }
    return new CannotListenException(
        "can't listen on %s:%d: %s; stop the program that uses the port, or choose another port with --port (0: any free port)"
            .formatted(host, port, e.getMessage()),
        false,
        e);
  }

  private static CannotListenException wrongAddress(
      String host, int port, String why, @Nullable Exception e) {
    return new CannotListenException(
        "can't listen on %s:%d: %s; set --host to an address of this machine, or omit it for 127.0.0.1"
            .formatted(host, port, why),
        true,
        e);
  }
}
