package io.taskforge.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import io.taskforge.server.http.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WatchCommandTest {
  @TempDir Path directory;

  @Test
  void each_change_is_a_line_and_a_retry_says_why_it_waits() throws Exception {
    try (TestServer server = TestServer.onSqlite(directory)) {
      CliRun run = watched(server, "watch", "--count", "2", "--server", server.url());

      assertThat(run.exitCode()).isZero();
      assertThat(run.out().lines()).hasSize(2);
      assertThat(run.out())
          .contains("RUNNING ", "default/http  attempt 1")
          .containsPattern("RETRYING .*; retry 1 of 3 in .*: exponential 1s")
          .doesNotContain("\u001b");
    }
  }

  @Test
  void json_is_one_change_on_each_line() throws Exception {
    try (TestServer server = TestServer.onSqlite(directory)) {
      CliRun run = watched(server, "watch", "--json", "--count", "1", "--server", server.url());

      assertThat(Json.read(run.out()).get("type").stringValue()).isEqualTo("http");
    }
  }

  /** Makes jobs fail until the command, which may begin to listen late, has seen enough. */
  private static CliRun watched(TestServer server, String... args) throws Exception {
    CompletableFuture<CliRun> run = CompletableFuture.supplyAsync(() -> CliRun.of(args));
    while (true) {
      server
          .post("/api/v1/jobs", "{\"type\":\"http\",\"payload\":{\"url\":\"http://127.0.0.1:1/\"}}")
          .is(201);
      server.advance(Duration.ofMillis(1));
      try {
        return run.get(200, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // It listens by now, or will soon.
      }
    }
  }

  @Test
  void a_server_that_was_never_there_is_exit_code_5() {
    assertThat(CliRun.of("watch", "--server", "http://127.0.0.1:1").exitCode()).isEqualTo(5);
  }

  @Test
  void events_are_read_with_comments_and_several_lines_of_data() throws IOException {
    String stream =
        ": hello\n\nid: 7\nevent: job\ndata: {\"a\":\ndata: 1}\n\n: still here\n\ndata:x\n\n";

    try (EventReader reader =
        new EventReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)))) {
      assertThat(reader.next()).isEqualTo(new ServerEvent("7", "job", "{\"a\":\n1}"));
      assertThat(reader.next()).isEqualTo(new ServerEvent("", "message", "x"));
      assertThat(reader.next()).isNull();
    }
  }
}
