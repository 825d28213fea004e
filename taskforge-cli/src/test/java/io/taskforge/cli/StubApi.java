package io.taskforge.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server with scripted responses that records requests. */
final class StubApi implements AutoCloseable {
  private final HttpServer http;
  private final Map<String, Deque<String>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  StubApi() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String request =
                exchange.getRequestMethod()
                    + " "
                    + exchange.getRequestURI().toString().replace("/api/v1", "");
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(body.isEmpty() ? request : request + " " + body);
            Deque<String> left = answers.getOrDefault(request, new ArrayDeque<>());
            String answer =
                left.size() > 1 ? left.remove() : left.isEmpty() ? "404 {}" : left.peek();
            byte[] bytes = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                Integer.parseInt(answer.substring(0, 3)), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    http.start();
  }

  /** Sets the responses to a request such as {@code GET /stats}, each a status and a body. */
  StubApi on(String request, String... inTurn) {
    answers.put(request, new ArrayDeque<>(List.of(inTurn)));
    return this;
  }

  List<String> asked() {
    return List.copyOf(asked);
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  CliRun run(String... args) {
    return CliRun.of(withServer(args));
  }

  /** Runs a command whose output is a terminal of this width. */
  CliRun runOnTerminal(int width, String... args) {
    return CliRun.onTerminal(width, withServer(args));
  }

  private String[] withServer(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--server");
    all.add(url());
    return all.toArray(String[]::new);
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
