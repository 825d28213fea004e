package io.taskforge.server.outbound;

import io.taskforge.text.DurationText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a single call: dialled to a checked address (protection against SSRF and DNS
 * rebinding), used for one request, and closed. It is never reused, because bytes that a peer sends
 * late could be mistaken for the response to the next request.
 */
final class CallConnection implements AutoCloseable {
  private static final Http1Config BOUNDS =
      Http1Config.custom().setMaxLineLength(16 * 1024).setMaxHeaderCount(100).build();
  private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();

  // A peer that announced the close closes immediately. A peer that keeps the connection open is
  // correct too, and must not delay the call.
  private static final Timeout ANNOUNCED_CLOSE = Timeout.ofMilliseconds(500);
  private static final Timeout UNANNOUNCED_CLOSE = Timeout.ofMilliseconds(10);

  private final DefaultBHttpClientConnection http = new DefaultBHttpClientConnection(BOUNDS);
  private @Nullable Socket socket; // guarded by this
  private boolean closed; // guarded by this

  void dial(List<InetAddress> addresses, int port, Duration connectTimeout, Duration readTimeout)
      throws IOException {
    IOException failure = new IOException("no address to connect to");
    for (InetAddress address : addresses) {
      // A proxy would dial addresses that were not checked.
      Socket plain = hold(new Socket(Proxy.NO_PROXY));
      try {
        plain.setTcpNoDelay(true);
        plain.setSoTimeout(Timeout.of(readTimeout).toMillisecondsIntBound());
        plain.connect(
            new InetSocketAddress(address, port),
            Timeout.of(connectTimeout).toMillisecondsIntBound());
        http.bind(plain);
        return;
      } catch (SocketTimeoutException e) {
        failure =
            new ConnectTimeoutException("gave up after " + DurationText.forPeople(connectTimeout));
        failure.initCause(e);
      } catch (IOException e) {
        failure = e;
      }
      Closer.closeQuietly(plain);
    }
    throw failure;
  }

  private synchronized Socket hold(Socket next) throws IOException {
    if (closed) {
      next.close();
      throw new SocketException("the call was aborted");
    }
    socket = next;
    return next;
  }

  private synchronized Socket held() throws IOException {
    if (socket == null) {
      throw new SocketException("not connected");
    }
    return socket;
  }

  /** Shakes hands with the server, whose certificate must be for {@code host}. */
  void encrypt(TlsSocketStrategy tls, String host, int port) throws IOException {
    Socket plain = held();
    SSLSocket encrypted = tls.upgrade(plain, host, port, null, HttpCoreContext.create());
    http.bind(encrypted, plain);
  }

  /** Sends the request and returns the head of the final response, with its body to be read. */
  ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException, HttpException {
    return EXECUTOR.execute(request, http, HttpCoreContext.create());
  }

  /**
   * Whether the peer sends anything after the end of {@code response}, which has been read: a body
   * where there must be none, more than it announced, or another response.
   */
  boolean hasSurplus(ClassicHttpResponse response) {
    try {
      return http.isDataAvailable(announcesClose(response) ? ANNOUNCED_CLOSE : UNANNOUNCED_CLOSE);
    } catch (IOException e) {
      return false; // The response is complete; how the peer ends the connection does not matter.
    }
  }

  private static boolean announcesClose(ClassicHttpResponse response) {
    boolean announced = HttpVersion.HTTP_1_0.equals(response.getVersion());
    Iterator<String> options = MessageSupport.iterateTokens(response, HttpHeaders.CONNECTION);
    while (options.hasNext()) {
      announced |= options.next().equalsIgnoreCase("close");
    }
    return announced;
  }

  /** Sends the TLS close alert, which may block until {@link #close} is called. */
  void finish() {
    http.close(CloseMode.GRACEFUL);
  }

  /** Closes the connection immediately, from any thread. */
  @Override
  public synchronized void close() {
    closed = true;
    Closer.closeQuietly(socket);
  }
}
