package io.taskforge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own, as a user starts it. */
@Tag("jdk")
class ServerProcessTest {
  private static final Pattern READY = Pattern.compile("TaskForge is ready at (http://\\S+)");

  @TempDir Path directory;

  private Process start(Path log, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    if (Runtime.version().feature() >= 24) {
      // As the jar's manifest says; here there are classes alone.
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.taskforge.server.Main", "server"));
    command.addAll(List.of(args));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static String urlIn(Path log) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              Matcher ready = READY.matcher(Files.readString(log, StandardCharsets.UTF_8));
              return ready.find() ? ready.group(1) : "";
            },
            url -> !url.isEmpty());
  }

  @Test
  void it_says_where_it_is_answers_and_stops_on_sigterm_with_its_jobs_kept() throws Exception {
    Path log = directory.resolve("log");
    Process server = start(log, "--port", "0");
    try {
      String url = urlIn(log);
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest enqueue =
          HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{\"type\": \"for-nobody\"}"))
              .build();
      assertThat(client.send(enqueue, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
      assertThat(Files.readString(log)).containsPattern("dashboard +" + Pattern.quote(url + "/"));
      HttpRequest dashboard = HttpRequest.newBuilder(URI.create(url + "/")).build();
      assertThat(client.send(dashboard, BodyHandlers.ofString()).body())
          .contains("<title>TaskForge</title>");

      server.destroy();

      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(log)).contains("stopped").doesNotContain("Exception");
    } finally {
      server.destroyForcibly();
    }
    assertThat(directory.resolve("taskforge-data/taskforge.db")).exists();
    assertThat(directory.resolve("taskforge-data/taskforge.db-wal"))
        .as("closed in good order")
        .doesNotExist();
  }

  @Test
  void a_port_that_is_taken_and_settings_that_are_wrong_are_said_in_one_line_each()
      throws Exception {
    Path log = directory.resolve("log");
    Process first = start(log, "--port", "0");
    try {
      String port = URI.create(urlIn(log)).getPort() + "";
      Path second = directory.resolve("second");
      Process taken = start(second, "--port", port, "--data", "other");
      assertThat(taken.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(taken.exitValue()).isEqualTo(4);
      assertThat(Files.readAllLines(second)).hasSize(1);
      assertThat(Files.readString(second))
          .startsWith("taskforge: can't listen on 127.0.0.1:" + port)
          .contains("--port");

      Path third = directory.resolve("third");
      Process wrong = start(third, "--port", "many", "--allow-targets", "10.0.0.0/99");
      assertThat(wrong.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(wrong.exitValue()).isEqualTo(2);
      assertThat(Files.readString(third)).contains("port: many").doesNotContain("\tat ");
    } finally {
      first.destroyForcibly();
    }
  }
}
