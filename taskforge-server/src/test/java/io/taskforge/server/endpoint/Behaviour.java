package io.taskforge.server.endpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/** How an endpoint answers one request. */
@FunctionalInterface
public interface Behaviour {
  /** Answers, or does not. The connection is closed when this throws. */
  void answer(Exchange exchange) throws IOException, InterruptedException;

  /** Answers with this status and body, and lines of headers such as {@code Retry-After: 3}. */
  static Behaviour status(int status, String body, String... headers) {
    return exchange -> exchange.write(head(status, body.length(), headers) + body);
  }

  /** Behaves in turn; the last one stays. */
  static Behaviour script(Behaviour... behaviours) {
    AtomicInteger next = new AtomicInteger();
    return exchange ->
        behaviours[Math.min(next.getAndIncrement(), behaviours.length - 1)].answer(exchange);
  }

  /** Takes the request and says nothing. */
  static Behaviour hang() {
    return exchange -> exchange.closed().await();
  }

  /** Says nothing to requests for this path, and answers all others. */
  static Behaviour hangAt(String path, Behaviour others) {
    return at(path, hang(), others);
  }

  /** Answers requests for this path in one way, and all others in another. */
  static Behaviour at(String path, Behaviour there, Behaviour others) {
    return exchange -> {
      boolean matches = exchange.request().requestLine().contains(" " + path + " ");
      (matches ? there : others).answer(exchange);
    };
  }

  /** Answers with this status and with the value of a request header as the body. */
  static Behaviour echo(int status, String header) {
    return exchange ->
        status(status, exchange.request().headers().getOrDefault(header, "")).answer(exchange);
  }

  /** Sends one byte of a header every 20 ms, for ever. */
  static Behaviour dripHeaders() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      drip(exchange);
    };
  }

  /** Sends one byte of the body every 20 ms, for ever. */
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

  /** Says 100 Continue and nothing else, for ever. */
  static Behaviour endlessContinue() {
    return exchange -> {
      while (!exchange.closed().await(1, TimeUnit.MILLISECONDS)) {
        exchange.write("HTTP/1.1 100 Continue\r\n\r\n");
      }
    };
  }

  /** Sends 10 GB, and counts what it got rid of. */
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

  /** Sends 100 MB of zeros, which gzip makes small. */
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

  /** Sends header after header, for ever. */
  static Behaviour endlessHeaders() {
    return exchange -> {
      exchange.write("HTTP/1.1 200 OK\r\n");
      while (true) {
        exchange.write("X-More: " + "y".repeat(1000) + "\r\n");
      }
    };
  }

  /** Breaks the connection instead of an answer. */
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
