package io.taskforge.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.wire.RawHttp;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class SlowReaderTest {
  private static final int LARGE = 64 * 1024 * 1024;
  private static final int MINUTE = 60_000;
  private static final JobStore STORE = new MemoryJobStore(InstantSource.system());

  @Test
  void a_client_that_reads_a_large_response_too_slowly_is_disconnected() throws IOException {
    Route large =
        Route.get("/large", "large")
            .summary("Answers")
            .access(Access.OPEN)
            .large()
            .by(request -> Reply.ok(new byte[LARGE]));
    Authenticator authenticator =
        new Authenticator(new ApiKeys(STORE, new SplittableRandom(1)), STORE::now, () -> 0, null);
    try (HttpServer server =
            HttpServer.start(
                "127.0.0.1",
                0,
                List.of(large),
                authenticator,
                new AuditRecorder(STORE.audit(), () -> 0),
                System::nanoTime,
                () -> "incident",
                new ConnectionLimits(100, 100, true, MINUTE, 3_000));
        Socket slow = RawHttp.to(server.url()).connect()) {
      slow.getOutputStream()
          .write("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
      int[] read = {0};

      Awaitility.await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> {
                int bytes = read(slow);
                read[0] += Math.max(0, bytes);
                return bytes < 0;
              });

      assertThat(read[0]).isPositive().isLessThan(LARGE);
    }
  }

  /** Reads a little; -1 once the connection is closed. */
  private static int read(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read(new byte[16 * 1024]);
    } catch (SocketException e) {
      return -1;
    }
  }
}
