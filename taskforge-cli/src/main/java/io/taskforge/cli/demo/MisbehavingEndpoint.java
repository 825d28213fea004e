package io.taskforge.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An HTTP server with errors, timeouts and rate limits by path, which counts its requests. */
final class MisbehavingEndpoint implements AutoCloseable {
  private static final int LONGEST_NONE_SECONDS = 30;

  /**
   * A response.
   *
   * @param status 0 for no response at all
   * @param retryAfter in seconds, or null
   */
  record Response(int status, String body, @Nullable Integer retryAfter) {
    static final Response NONE = new Response(0, "");

    Response(int status, String body) {
      this(status, body, null);
    }

    /** Returns the response to the {@code call}th request to a path, counted from 1. */
    static Response to(String path, int call) {
      return switch (path) {
        case "/ok" -> new Response(200, "ok");
        case "/flaky" ->
            call <= 2 ? new Response(503, "overloaded") : new Response(200, "recovered");
        case "/broken" -> new Response(500, "internal error");
        case "/strict" -> new Response(422, "the amount must be positive");
        case "/sleepy" -> call == 1 ? NONE : new Response(200, "awake");
        case "/crowded" ->
            call == 1 ? new Response(429, "too many requests", 2) : new Response(200, "accepted");
        case "/charge" -> new Response(503, "service unavailable");
        case "/tick" -> new Response(200, "tick " + call);
        default -> new Response(404, "not found");
      };
    }
  }

  private final HttpServer http;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "taskforge-demo-endpoint");
            thread.setDaemon(true);
            return thread;
          });
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, List<String>> keys = new HashMap<>(); // guarded by itself

  private MisbehavingEndpoint(HttpServer http) {
    this.http = http;
  }

  /** Starts an endpoint on a free port of the loopback interface. */
  static MisbehavingEndpoint start() {
    try {
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      HttpServer http = HttpServer.create(new InetSocketAddress(here, 0), 0);
      MisbehavingEndpoint endpoint = new MisbehavingEndpoint(http);
      http.setExecutor(endpoint.threads);
      http.createContext("/", endpoint::answer);
      http.start();
      return endpoint;
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the demo's endpoint", e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Returns the number of requests to a path. */
  int calls(String path) {
    synchronized (keys) {
      return keys.getOrDefault(path, List.of()).size();
    }
  }

  /** Returns the number of distinct idempotency keys in the requests to a path. */
  int keys(String path) {
    synchronized (keys) {
      return new HashSet<>(keys.getOrDefault(path, List.of())).size();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    int call;
    synchronized (keys) {
      List<String> known = keys.computeIfAbsent(path, none -> new ArrayList<>());
      known.add(String.valueOf(key));
      call = known.size();
    }
    try (exchange) {
      Response answer = Response.to(path, call);
      if (answer.equals(Response.NONE)) {
        stayUntilClosed();
      } else {
        send(exchange, answer);
      }
    }
  }

  private void stayUntilClosed() {
    try {
      if (!closed.await(LONGEST_NONE_SECONDS, TimeUnit.SECONDS)) {
        closed.countDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, Response answer) throws IOException {
    if (answer.retryAfter() != null) {
      exchange.getResponseHeaders().set("Retry-After", answer.retryAfter().toString());
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    http.stop(0);
    threads.shutdownNow();
  }
}
