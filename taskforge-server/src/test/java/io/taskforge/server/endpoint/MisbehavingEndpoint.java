package io.taskforge.server.endpoint;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/** A server on loopback with a chosen behaviour. */
public final class MisbehavingEndpoint implements AutoCloseable {
  private final ServerSocket server;
  private final Behaviour behaviour;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch firstRequest = new CountDownLatch(1);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicLong sent = new AtomicLong();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private MisbehavingEndpoint(ServerSocketFactory factory, Behaviour behaviour) {
    try {
      this.server = factory.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.behaviour = behaviour;
  }

  public static MisbehavingEndpoint start(Behaviour behaviour) {
    return new MisbehavingEndpoint(ServerSocketFactory.getDefault(), behaviour).accepting();
  }

  public static MisbehavingEndpoint startTls(SSLContext identity, Behaviour behaviour) {
    return new MisbehavingEndpoint(identity.getServerSocketFactory(), behaviour).accepting();
  }

  private MisbehavingEndpoint accepting() {
    daemon(this::accept);
    return this;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "endpoint");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (closed.getCount() > 0) {
      try {
        Socket socket = server.accept();
        connections.incrementAndGet();
        open.add(socket);
        daemon(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Received request = Received.read(in); request != null; request = Received.read(in)) {
        received.add(request);
        firstRequest.countDown();
        behaviour.answer(new Exchange(request, socket, closed, sent));
        if ("close".equals(request.headers().get("connection"))) {
          return;
        }
      }
    } catch (IOException e) {
      // The client or this endpoint closed the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** Waits for the first request. */
  public void awaitRequest() throws InterruptedException {
    if (!firstRequest.await(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no request came");
    }
  }

  public int connections() {
    return connections.get();
  }

  /** Returns how many bytes of an endless response were sent. */
  public long sent() {
    return sent.get();
  }

  public List<Received> received() {
    return received;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
