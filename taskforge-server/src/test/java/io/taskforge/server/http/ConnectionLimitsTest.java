package io.taskforge.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Gate;
import io.taskforge.server.audit.Auditor;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConnectionLimitsTest {
  private static final Route PING =
      Route.get("/ping").access(Access.OPEN).summary("Answers").by(request -> Reply.text("pong"));
  private static final int MINUTE = 60_000;
  private static final JobStore STORE = new MemoryJobStore(InstantSource.system());
  private static final Gate GATE =
      new Gate(new ApiKeys(STORE, new SplittableRandom(1)), STORE::now, () -> 0, null);

  private static final Auditor AUDITOR = new Auditor(STORE.audit(), () -> 0);

  private static HttpServer server(ConnectionLimits limits) {
    return HttpServer.start("127.0.0.1", 0, List.of(PING), GATE, AUDITOR, () -> "incident", limits);
  }

  @Test
  void one_connection_too_many_waits_until_another_is_closed() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(2, MINUTE))) {
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

  /** A connection that the server has accepted, since it has answered on it. */
  private static Socket greeted(RawHttp http) throws IOException {
    Socket socket = http.connect();
    socket.getOutputStream().write("GET /ping HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
    assertThat(RawHttp.read(socket).body()).isEqualTo("pong");
    return socket;
  }

  @Test
  void a_connection_that_falls_silent_is_closed() throws IOException {
    try (HttpServer server = server(new ConnectionLimits(100, 200));
        Socket socket = RawHttp.to(server.url()).connect()) {
      socket.getOutputStream().write("GET /ping HTTP/1.1\r\nHost: loc".getBytes(UTF_8));
      socket.setSoTimeout(20_000);

      assertThat(RawHttp.read(socket).hung()).isFalse();
    }
  }

  @Test
  void the_usual_limits_are_those_that_the_guide_names() {
    assertThat(ConnectionLimits.USUAL).isEqualTo(new ConnectionLimits(2_000, 30_000));
  }
}
