package io.taskforge.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class ConnectionLimitsTest {
  private static final Route PING =
      Route.get("/ping", "ping")
          .summary("Answers")
          .access(Access.OPEN)
          .by(request -> Reply.text("pong"));
  private static final int MINUTE = 60_000;
  private static final JobStore STORE = new MemoryJobStore(InstantSource.system());
  private static final Authenticator AUTHENTICATOR =
      new Authenticator(new ApiKeys(STORE, new SplittableRandom(1)), STORE::now, () -> 0, null);

  private static final AuditRecorder AUDITOR = new AuditRecorder(STORE.audit(), () -> 0);

  private static HttpServer server(ConnectionLimits limits) {
    return HttpServer.start(
        "127.0.0.1",
        0,
        List.of(PING),
        AUTHENTICATOR,
        AUDITOR,
        System::nanoTime,
        () -> "incident",
        limits);
  }

  @Test
  void one_connection_too_many_waits_until_another_is_closed() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(2, 100, true, MINUTE, MINUTE))) {
      RawHttp http = RawHttp.to(server.url());
      try (Socket first = greeted(http);
          Socket second = greeted(http);
          Socket third = http.connect()) {
        third.getOutputStream().write((http.head("GET", "/ping", "") + "\r\n").getBytes(UTF_8));
        third.setSoTimeout(300);
        assertThatThrownBy(() -> third.getInputStream().read())
            .isInstanceOf(SocketTimeoutException.class);

        first.shutdownOutput();

        third.setSoTimeout(20_000);
        assertThat(RawHttp.read(third).body()).isEqualTo("pong");
        assertThat(second.isClosed()).isFalse();
      }
    }
  }

  /** Returns a connection that the server has accepted, as its response shows. */
  private static Socket greeted(RawHttp http) throws IOException {
    Socket socket = http.connect();
    socket.getOutputStream().write("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
    assertThat(RawHttp.read(socket).body()).isEqualTo("pong");
    return socket;
  }

  @Test
  void an_address_at_its_limit_gets_no_further_connections() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(100, 2, true, MINUTE, MINUTE))) {
      RawHttp http = RawHttp.to(server.url());
      try (Socket first = greeted(http);
          Socket second = greeted(http);
          Socket third = http.connect();
          Socket other = http.connectFrom("127.0.0.2")) {
        assertThat(isClosed(third)).isTrue();
        other.getOutputStream().write((http.head("GET", "/ping", "") + "\r\n").getBytes(UTF_8));
        assertThat(RawHttp.read(other).body()).isEqualTo("pong");
        assertThat(second.isClosed()).isFalse();

        first.shutdownOutput();

        Awaitility.await()
            .atMost(Duration.ofSeconds(20))
            .ignoreExceptions()
            .untilAsserted(() -> assertThat(http.ask("GET", "/ping").body()).isEqualTo("pong"));
      }
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void loopback_has_no_limit_by_default() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(100, 1, false, MINUTE, MINUTE))) {
      RawHttp http = RawHttp.to(server.url());
      try (Socket first = greeted(http);
          Socket second = greeted(http)) {
        assertThat(first.isClosed() || second.isClosed()).isFalse();
      }
    }
  }

  @Test
  void addresses_of_one_ipv6_network_count_as_one() throws IOException {
    assertThat(ConnectionsPerAddress.name(InetAddress.getByName("2001:db8:1:2:3:4:5:6")))
        .isEqualTo(ConnectionsPerAddress.name(InetAddress.getByName("2001:db8:1:2::9")))
        .isNotEqualTo(ConnectionsPerAddress.name(InetAddress.getByName("2001:db8:1:3::9")));
    assertThat(ConnectionsPerAddress.name(InetAddress.getByName("::ffff:192.0.2.7")))
        .isEqualTo("192.0.2.7");
  }

  @Test
  void an_idle_connection_is_closed() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(100, 100, true, 200, MINUTE));
        Socket socket = RawHttp.to(server.url()).connect()) {
      socket.getOutputStream().write("GET /ping HTTP/1.1\r\nHost: loc".getBytes(UTF_8));
      socket.setSoTimeout(20_000);

      assertThat(RawHttp.read(socket).hung()).isFalse();
    }
  }

  @Test
  void a_request_that_never_ends_times_out() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(100, 100, true, MINUTE, 300));
        Socket socket = RawHttp.to(server.url()).connect()) {
      OutputStream out = socket.getOutputStream();
      out.write("GET /ping HTTP/1.1\r\nHost: localhost\r\n".getBytes(UTF_8));
      socket.setSoTimeout(20);

      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                try {
                  out.write("X-More: yes\r\n".getBytes(UTF_8));
                  return socket.getInputStream().read() < 0;
                } catch (SocketTimeoutException e) {
                  return false;
                } catch (SocketException e) {
                  return true;
                }
              });
    }
  }

  @Test
  void five_hundred_slow_senders_do_not_block_other_clients() throws IOException {
    Route echo =
        Route.post("/echo", "echo")
            .summary("Answers")
            .access(Access.OPEN)
            .takes(Shape.of("Anything", Field.text("text", "any", 1_000)))
            .by(request -> Reply.text("read"));
    List<Socket> slow = new ArrayList<>();
    try (HttpServer server =
        HttpServer.start(
            "127.0.0.1",
            0,
            List.of(PING, echo),
            AUTHENTICATOR,
            AUDITOR,
            System::nanoTime,
            () -> "incident",
            ConnectionLimits.defaults(200))) {
      RawHttp http = RawHttp.to(server.url());
      for (int i = 0; i < 500; i++) {
        Socket socket = http.connect();
        slow.add(socket);
        String begun =
            i % 2 == 0
                ? "GET /ping HTTP/1.1\r\nHost: loc"
                : "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 1000\r\n\r\n{";
        socket.getOutputStream().write(begun.getBytes(UTF_8));
      }
      for (int round = 0; round < 3; round++) {
        for (Socket socket : slow) {
          socket.getOutputStream().write(' ');
        }
        long start = System.nanoTime();
        assertThat(http.ask("GET", "/ping").body()).isEqualTo("pong");
        // Guards against waiting for the slow requests, which never end.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void the_default_limits_are_documented() throws IOException {
    String root = Objects.requireNonNull(System.getProperty("taskforge.root"));
    assertThat(Files.readString(Path.of(root, "docs/guides/http-api.md")))
        .contains("| connections | 1000; further ones wait |")
        .contains("| silence on a connection | 30 s |")
        .contains("| a request, to the first byte of its answer | 60 s |");
    assertThat(ConnectionLimits.defaults(200))
        .isEqualTo(new ConnectionLimits(1_000, 200, false, 30_000, 60_000));
  }
}
