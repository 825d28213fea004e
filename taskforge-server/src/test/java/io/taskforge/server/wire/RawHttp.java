package io.taskforge.server.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that sends any bytes and waits a limited time for the response. */
public final class RawHttp {
  private static final int DEADLINE_MILLIS = 10_000;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int SMALL = 16_384;

  private final InetSocketAddress address;

  private RawHttp(InetSocketAddress address) {
    this.address = address;
  }

  public static RawHttp to(String url) {
    URI uri = URI.create(url);
    return new RawHttp(new InetSocketAddress(uri.getHost(), uri.getPort()));
  }

  /** Opens a connection. */
  public Socket connect() {
    try {
      Socket socket = new Socket();
      socket.connect(address, CONNECT_MILLIS);
      socket.setSoTimeout(DEADLINE_MILLIS);
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a connection from another address of this machine. */
  public Socket connectFrom(String local) {
    try {
      Socket socket = new Socket();
      socket.bind(new InetSocketAddress(local, 0));
      socket.connect(address, CONNECT_MILLIS);
      socket.setSoTimeout(DEADLINE_MILLIS);
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request without a body. */
  public RawAnswer ask(String method, String target) {
    return send(head(method, target, "") + "\r\n");
  }

  /** The request line and the headers, without the empty line that ends them. */
  public String head(String method, String target, String headers) {
    return "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s"
        .formatted(method, target, address.getPort(), headers);
  }

  public RawAnswer send(String request) {
    return send(request.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a whole request and reads until the server closes the connection. */
  public RawAnswer send(byte[] request) {
    return exchange(request, false);
  }

  /** Sends bytes and then closes the client's side of the connection. */
  public RawAnswer sendAndEnd(byte[] request) {
    return exchange(request, true);
  }

  /** Pipelines several requests and reads until the server closes the connection. */
  public RawAnswer sendAndReadAll(String requests) {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(requests.getBytes(StandardCharsets.UTF_8));
      return RawAnswer.of(socket.getInputStream().readAllBytes(), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RawAnswer exchange(byte[] request, boolean end) {
    try (Socket socket = connect()) {
      if (request.length <= SMALL) { // fits into the socket's buffers
        write(socket, request, end);
      } else {
        // A server may respond and close before it has read everything; then the writer ends too.
        new Thread(() -> write(socket, request, end), "raw-http-writer").start();
      }
      return read(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Socket socket, byte[] request, boolean end) {
    try {
      socket.getOutputStream().write(request);
      if (end) {
        socket.shutdownOutput();
      }
    } catch (IOException closedEarly) {
      // The response received so far is enough.
    }
  }

  /** Reads one response, the beginning of an event stream, or until the connection closes. */
  public static RawAnswer read(Socket socket) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        read.writeBytes(Arrays.copyOf(buffer, n));
        if (RawAnswer.of(read.toByteArray(), false).isWhole()) {
          break;
        }
      }
      return RawAnswer.of(read.toByteArray(), false);
    } catch (SocketTimeoutException e) {
      return RawAnswer.of(read.toByteArray(), true);
    } catch (IOException reset) {
      return RawAnswer.of(read.toByteArray(), false);
    }
  }
}
