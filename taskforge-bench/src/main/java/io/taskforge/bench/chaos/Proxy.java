package io.taskforge.bench.chaos;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy on a loopback port that is a bad network when asked to. */
final class Proxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int DELAY_MILLIS = 300;
  private static final int CHUNK = 16_384;

  /** What the network does with data. */
  enum Mode {
    PASS,
    /** Each piece is late. */
    DELAY,
    /** Nothing arrives, and no connection is closed. What was sent arrives afterwards. */
    BLACKHOLE,
    /** Requests arrive and answers are lost; the connections are closed afterwards. */
    SWALLOW_REPLIES
  }

  private final String host;
  private final int target;
  private final ServerSocket server;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private volatile Mode mode = Mode.PASS;

  Proxy(String host, int target) throws IOException {
    this.host = host;
    this.target = target;
    this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    daemon("chaos-proxy", this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private final class Link implements Closeable {
    private final Socket client;
    private final Socket database = new Socket();
    private volatile boolean incomplete; // an answer was swallowed

    Link(Socket client) {
      this.client = client;
    }

    void open() {
      try {
        database.connect(new InetSocketAddress(host, target), CONNECT_MILLIS);
        database.setTcpNoDelay(true);
        client.setTcpNoDelay(true);
        daemon("chaos-replies", () -> pump(database, client, true));
        pump(client, database, false);
      } catch (IOException e) {
        close();
      }
    }

    private void pump(Socket from, Socket to, boolean replies) {
      byte[] buffer = new byte[CHUNK];
      try (this) {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          awaitPassage();
          if (replies && mode == Mode.SWALLOW_REPLIES) {
            incomplete = true;
          }
          if (!replies || !incomplete) {
            out.write(buffer, 0, n);
          } else if (mode == Mode.PASS) {
            return; // the fault has ended
          }
        }
      } catch (IOException e) {
        return; // either end was closed, which closes the other
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      links.remove(this);
      try (client;
          database) {
        return;
      } catch (IOException e) {
        return; // closed anyway
      }
    }
  }

  private void accept() {
    try {
      while (true) {
        Link link = new Link(server.accept());
        links.add(link);
        daemon("chaos-requests", link::open);
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void awaitPassage() throws InterruptedException {
    if (mode == Mode.DELAY) {
      Thread.sleep(DELAY_MILLIS);
    }
    synchronized (this) {
      while (mode == Mode.BLACKHOLE) {
        wait();
      }
    }
  }

  /** Changes what the network does from now on. */
  synchronized void set(Mode now) {
    mode = now;
    notifyAll();
    if (now == Mode.PASS) {
      links.stream().filter(link -> link.incomplete).forEach(Link::close);
    }
  }

  /** Closes all connections. */
  void cut() {
    links.forEach(Link::close);
  }

  @Override
  public void close() throws IOException {
    server.close();
    set(Mode.PASS);
    cut();
  }
}
