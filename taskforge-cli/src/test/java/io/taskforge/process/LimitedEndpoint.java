package io.taskforge.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An HTTP endpoint that answers a limited number of calls per second, rejects others with 503, and
 * can go away: its port is closed then. Calls to {@code /once} use capacity, but are never
 * rejected.
 */
final class LimitedEndpoint implements AutoCloseable {
  private static final double BURST_SECONDS = 0.25;

  private final double perSecond;
  private final ExecutorService threads = Executors.newFixedThreadPool(32);
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean retryAfter = new AtomicBoolean();
  private final int port;
  private HttpServer server;
  private double tokens; // guarded by this
  private long filledAt = System.nanoTime(); // guarded by this

  /** A call that was answered. */
  record Call(long at, String path, int status) {}

  LimitedEndpoint(double perSecond) throws IOException {
    this.perSecond = perSecond;
    this.server = listen(0);
    this.port = server.getAddress().getPort();
  }

  private HttpServer listen(int on) throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), on), 500);
    made.setExecutor(threads);
    made.createContext("/", this::answer);
    made.start();
    return made;
  }

  String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  List<Call> calls() {
    return List.copyOf(calls);
  }

  long succeeded() {
    return calls.stream().filter(call -> call.status() == 200).count();
  }

  void goAway() {
    server.stop(0);
  }

  void comeBack() throws IOException {
    server = listen(port);
  }

  /** Answers the next call with 429 and {@code Retry-After: 5}. */
  void askForFiveSeconds() {
    retryAfter.set(true);
  }

  private void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    byte[] ignored = call.getRequestBody().readAllBytes();
    int status = 200;
    if (retryAfter.compareAndSet(true, false)) {
      call.getResponseHeaders().set("Retry-After", "5");
      status = 429;
    } else if (!takeToken() && !path.equals("/once")) {
      status = 503;
    }
    calls.add(new Call(System.nanoTime(), path, status));
    call.sendResponseHeaders(status, -1);
    call.close();
  }

  private synchronized boolean takeToken() {
    long now = System.nanoTime();
    double filled = tokens + (now - filledAt) / 1e9 * perSecond;
    tokens = Math.min(perSecond * BURST_SECONDS, filled);
    filledAt = now;
    boolean taken = tokens >= 1;
    tokens -= taken ? 1 : 0;
    return taken;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
