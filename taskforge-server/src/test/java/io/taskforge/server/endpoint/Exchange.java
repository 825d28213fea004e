package io.taskforge.server.endpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** One request that waits for its response, and its connection. */
public final class Exchange {
  private final Received request;
  private final Socket socket;
  private final CountDownLatch closed;
  private final AtomicLong sent;

  Exchange(Received request, Socket socket, CountDownLatch closed, AtomicLong sent) {
    this.request = request;
    this.socket = socket;
    this.closed = closed;
    this.sent = sent;
  }

  Received request() {
    return request;
  }

  /** Opens when the endpoint is closed. */
  CountDownLatch closed() {
    return closed;
  }

  OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  void write(String text) throws IOException {
    out().write(text.getBytes(StandardCharsets.UTF_8));
    out().flush();
  }

  void count(int bytes) {
    sent.addAndGet(bytes);
  }

  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
    throw new IOException("reset");
  }
}
