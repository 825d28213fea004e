package io.taskforge.server.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/** How an endpoint responds to one request. */
@FunctionalInterface
public interface Behaviour {
  /** Responds or hangs. The connection is closed when this throws. */
  void answer(Exchange exchange) throws IOException, InterruptedException;

  /** Responds with this status, body and header lines such as {@code Retry-After: 3}. */
  static Behaviour status(int status, String body, String... headers) {
    return exchange -> exchange.write(head(status, body.getBytes(UTF_8).length, headers) + body);
  }

  /** Uses these behaviours in order and then repeats the last. */
  static Behaviour script(Behaviour... behaviours) {
    AtomicInteger next = new AtomicInteger();
    return exchange ->
        behaviours[Math.min(next.getAndIncrement(), behaviours.length - 1)].answer(exchange);
  }

  /** Accepts the request and never responds. */
  static Behaviour hang() {
    return exchange -> exchange.closed().await();
  }

  /** Never responds to requests for this path, and responds to all others. */
  static Behaviour hangAt(String path, Behaviour others) {
    return at(path, hang(), others);
  }

  /** Uses one behaviour for requests to this path and another for all others. */
  static Behaviour at(String path, Behaviour there, Behaviour others) {
    return exchange -> {
      boolean matches = exchange.request().requestLine().contains(" " + path + " ");
      (matches ? there : others).answer(exchange);
    };
  }

  /** Uses one behaviour for requests whose path ends like this and another for all others. */
  static Behaviour atEnd(String end, Behaviour there, Behaviour others) {
    return exchange -> {
      boolean matches = exchange.request().requestLine().contains(end + " HTTP/");
      (matches ? there : others).answer(exchange);
    };
  }

  /** Passes requests with a body on to a server, as a proxy does. */
  static Behaviour forward(String server) {
    HttpClient client = HttpClient.newHttpClient();
    return exchange -> {
      Received request = exchange.request();
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(server + request.requestLine().split(" ")[1]))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(request.body()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      status(answer.statusCode(), answer.body()).answer(exchange);
    };
  }

  /** Responds with this status and the value of a request header as the body. */
  static Behaviour echo(int status, String header) {
    return exchange ->
        status(status, exchange.request().headers().getOrDefault(header, "")).answer(exchange);
  }

  /** Sends one byte of a header every 20 ms, without end. */
  static Behaviour dripHeaders() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      drip(exchange);
    };
  }

  /** Sends one byte of the body every 20 ms, without end. */
  static Behaviour dripBody() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
      drip(exchange);
    };
  }

  private static void drip(Exchange exchange) throws IOException, InterruptedException {
    while (!exchange.closed().await(20, TimeUnit.MILLISECONDS)) {
      exchange.write("x");
    }
  }

  /** Sends 100 Continue without end. */
  static Behaviour endlessContinue() {
    return exchange -> {
      while (!exchange.closed().await(1, TimeUnit.MILLISECONDS)) {
        exchange.write("HTTP/1.1 100 Continue\r\n\r\n");
      }
    };
  }

  /** Sends 10 GB and counts the bytes that were sent. */
  static Behaviour tenGigabytes() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n");
      byte[] block = "spam".repeat(16 * 1024).getBytes(StandardCharsets.US_ASCII);
      OutputStream out = exchange.out();
      for (long sent = 0; sent < 10_737_418_240L; sent += block.length) {
        out.write(block);
        exchange.count(block.length);
      }
    };
  }

  /** Sends 100 MB of zeros, compressed with gzip. */
  static Behaviour gzipBomb() {
    byte[] bomb = bomb();
    return exchange -> {
      exchange.write(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
              + bomb.length
              + "\r\n\r\n");
      exchange.out().write(bomb);
    };
  }

  private static byte[] bomb() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      byte[] zeros = new byte[1024 * 1024];
      for (int i = 0; i < 100; i++) {
        gzip.write(zeros);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Sends exactly these characters. */
  static Behaviour raw(String text) {
    return exchange -> {
      exchange.write(text);
      throw new IOException("no more to say");
    };
  }

  /** Sends headers without end. */
  static Behaviour endlessHeaders() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\n");
      while (true) {
        exchange.write("X-More: " + "y".repeat(1000) + "\r\n");
      }
    };
  }

  /** Resets the connection instead of responding. */
  static Behaviour reset() {
    return Exchange::reset;
  }

  private static String head(int status, int length, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Status\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("Content-Length: ").append(length).append("\r\n\r\n").toString();
  }
}
