package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.client.EventReader;
import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
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
  void each_change_is_one_line_and_a_retry_shows_its_reason() throws Exception {
    try (TestServer server = TestServer.onSqlite(directory)) {
      CliRun run = watched(server, "watch", "--count", "3", "--server", server.url());

      assertThat(run.exitCode()).isZero();
      assertThat(run.out().lines()).hasSize(3);
      assertThat(run.out())
          .containsPattern("QUEUED .*default/http  attempt 0  enqueued")
          .contains("RUNNING ", "default/http  attempt 1")
          .containsPattern("RETRYING .*; retry 1 of 3 in .*: exponential 1s")
          .doesNotContain("\u001b");
    }
  }

  @Test
  void json_output_has_one_change_per_line() throws Exception {
    try (TestServer server = TestServer.onSqlite(directory)) {
      CliRun run = watched(server, "watch", "--json", "--count", "1", "--server", server.url());

      assertThat(Json.read(run.out()).get("type").stringValue()).isEqualTo("http");
    }
  }

  /** Makes jobs fail until the command, which may connect late, has received enough events. */
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
        // The command is connected by now, or will be soon.
      }
    }
  }

  @Test
  void alerts_batches_and_gaps_are_shown() {
    String stream =
        """
        id: a-1
        event: gap
        data: {"missed":null,"reason":"it was started since"}

        id: a-2
        event: gap
        data: {"missed":7,"reason":"events were dropped before they were read"}

        id: a-3
        event: alert
        data: {"id":"3f9a","rule":"dead-letters","queue":"mail.dead","text":"1 dead letter","change":"raised"}

        id: a-4
        event: alert
        data: {"id":"3f9a","rule":"dead-letters","queue":"mail.dead","text":"1 dead letter","change":"resolved"}

        id: a-5
        event: alert
        data: {"id":"7777","rule":"dead-letters","queue":"sms.dead","text":"2 dead letters","change":"raised"}

        id: a-6
        event: job
        data: {"jobId":null,"queue":"mail","type":null,"transition":"ENQUEUED","state":"QUEUED","attempt":0,"totalAttempts":0,"count":101}

        id: a-7
        event: job
        data: {"jobId":"7","queue":"mail","type":"send","transition":"CLAIMED","state":"RUNNING","attempt":2,"totalAttempts":8}

        """;
    try (StubApi api = new StubApi()) {
      api.on("GET /events", "200 " + stream);

      CliRun run = api.run("watch", "--count", "5");

      assertThat(run.out().lines())
          .containsExactly(
              "2030-01-31T12:00:00Z  alert raised  3f9a  dead-letters in mail.dead  1 dead letter",
              "2030-01-31T12:00:00Z  alert resolved  3f9a  dead-letters in mail.dead  1 dead letter",
              "2030-01-31T12:00:00Z  alert raised  7777  dead-letters in sms.dead  2 dead letters",
              "2030-01-31T12:00:00Z  -  QUEUED     mail/-  attempt 0  enqueued, 101 jobs",
              "2030-01-31T12:00:00Z  7  RUNNING    mail/send  attempt 2 (8 total)  claimed");
      assertThat(run.err().lines())
          .containsExactly(
              "taskforge: changes may have been missed: it was started since",
              "taskforge: 7 changes were missed: events were dropped before they were read");
      assertThat(api.run("watch", "--count", "1", "--queue", "sms.dead").out()).contains("7777");
      assertThat(api.run("watch", "--count", "1", "--json").out()).startsWith("{\"id\":\"3f9a\"");
    }
  }

  @Test
  void a_server_that_is_unreachable_at_the_start_is_exit_code_5() {
    assertThat(CliRun.of("watch", "--server", "http://127.0.0.1:1").exitCode()).isEqualTo(5);
  }

  @Test
  void events_with_comments_and_several_data_lines_are_read() throws IOException {
    String stream =
        ": hello\n\nid: 7\nevent: job\ndata: {\"a\":\ndata: 1}\n\n: keep-alive\n\ndata:x\n\n";

    try (EventReader reader =
        new EventReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)))) {
      assertThat(reader.next()).isEqualTo(new EventReader.Event("7", "job", "{\"a\":\n1}"));
      assertThat(reader.next()).isEqualTo(new EventReader.Event("", "message", "x"));
      assertThat(reader.next()).isNull();
    }
  }
}
