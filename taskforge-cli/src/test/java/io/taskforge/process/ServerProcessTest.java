package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The server in a separate process, started as a user starts it. */
@Tag("jdk")
class ServerProcessTest {
  @TempDir Path directory;

  @Test
  void the_server_prints_its_url_responds_and_stops_on_sigterm_without_losing_jobs()
      throws Exception {
    Path log = directory.resolve("log");
    ServerProcess server = ServerProcess.start(directory, "--port", "0");
    try {
      String url = server.url();
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest enqueue =
          HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs"))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{\"type\": \"unhandled\"}"))
              .build();
      assertThat(client.send(enqueue, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
      assertThat(Files.readString(log)).containsPattern("dashboard +" + Pattern.quote(url + "/"));
      HttpRequest dashboard = HttpRequest.newBuilder(URI.create(url + "/")).build();
      assertThat(client.send(dashboard, BodyHandlers.ofString()).body())
          .contains("<title>TaskForge</title>");

      assertThat(server.terminate(Duration.ofSeconds(30))).isTrue();
      assertThat(Files.readString(log)).contains("stopped").doesNotContain("Exception");
    } finally {
      server.kill();
    }
    assertThat(directory.resolve("taskforge-data/taskforge.db")).exists();
    assertThat(directory.resolve("taskforge-data/taskforge.db-wal"))
        .as("closed cleanly")
        .doesNotExist();
  }

  /** Starts a server, fails a job of tenant acme there, and returns the log's line about it. */
  private String loggedRetry(String... settings) throws Exception {
    ServerProcess server = ServerProcess.start(directory, settings);
    try {
      String api = server.url() + "/api/v1";
      String id =
          post(api + "/jobs", "{\"type\": \"mail\", \"tenant\": \"acme\", \"queue\": \"q\"}")
              .path("id")
              .stringValue();
      String claim =
          "{\"worker\": \"w1\", \"queues\": [\"q\"], \"types\": [\"mail\"], \"limit\": 1}";
      String token = post(api + "/claims", claim).at("/items/0/token").stringValue();
      post(api + "/leases/" + token + "/fail", "{\"errorType\": \"timeout\", \"message\": \"no\"}");
      return Awaitility.await()
          .until(
              () -> server.log().stream().filter(line -> line.contains("retry 1/")).findFirst(),
              Optional::isPresent)
          .orElseThrow()
          .replace(id, "JOB");
    } finally {
      server.kill();
    }
  }

  private static JsonNode post(String url, String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return Json.read(body);
  }

  @Test
  void a_text_line_shows_date_tenant_job_attempt_and_next_run() throws Exception {
    assertThat(loggedRetry("--port", "0"))
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  job JOB failed, retry 1/3 in \\S+"
                + " \\(at \\S+\\): timeout: no \\[tenantId=acme jobId=JOB queue=q type=mail attempt=1"
                + " .*worker=w1 errorType=timeout failureKind=TRANSIENT nextRunAt=\\S+Z\\]");
  }

  @Test
  void a_json_line_has_its_fields_as_top_level_keys() throws Exception {
    Path settings = Files.writeString(directory.resolve("taskforge.properties"), "log=json\n");
    JsonNode line = Json.read(loggedRetry("--port", "0", "--config", settings.toString()));
    assertThat(line.path("message").stringValue()).startsWith("job JOB failed, retry 1/3 in ");
    assertThat(line.path("attempt").intValue()).isEqualTo(1);
    assertThat(Instant.parse(line.path("nextRunAt").stringValue())).isNotNull();
    assertThat(line.propertyNames())
        .contains("time", "level", "tenantId", "jobId", "queue", "type", "worker", "errorType");
    assertThat(line.path("tenantId").stringValue()).isEqualTo("acme");
    assertThat(line.path("worker").stringValue()).isEqualTo("w1");
  }

  @Test
  void a_port_in_use_and_invalid_settings_are_reported_without_a_stack_trace() throws Exception {
    ServerProcess first = ServerProcess.start(directory, "--port", "0");
    try {
      String port = URI.create(first.url()).getPort() + "";
      Path second = directory.resolve("second");
      ServerProcess taken =
          ServerProcess.launch(directory, second, "--port", port, "--data", "other");
      assertThat(taken.hasEnded(Duration.ofSeconds(60))).isTrue();
      assertThat(taken.exitCode()).isEqualTo(4);
      assertThat(Files.readAllLines(second)).hasSize(1);
      assertThat(Files.readString(second))
          .startsWith("taskforge: can't listen on 127.0.0.1:" + port)
          .contains("--port");

      Path third = directory.resolve("third");
      ServerProcess wrong =
          ServerProcess.launch(
              directory, third, "--port", "many", "--allow-targets", "10.0.0.0/99");
      assertThat(wrong.hasEnded(Duration.ofSeconds(60))).isTrue();
      assertThat(wrong.exitCode()).isEqualTo(2);
      assertThat(Files.readString(third)).contains("port: many").doesNotContain("\tat ");
    } finally {
      first.kill();
    }
  }

  @Test
  void the_data_directory_is_restricted_to_its_owner_with_a_warning_if_it_was_not()
      throws Exception {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
    ServerProcess server = ServerProcess.start(directory, "--port", "0", "--data", "data");
    try {
      assertThat(mode(data)).isEqualTo("rwx------");
      try (Stream<Path> files = Files.list(data)) {
        assertThat(files).isNotEmpty().allMatch(file -> mode(file).equals("rw-------"));
      }
      assertThat(server.log())
          .filteredOn(line -> line.contains(" WARN "))
          .singleElement(InstanceOfAssertFactories.STRING)
          .contains("accessible to other users", "data (mode rwxrwxrwx)");
    } finally {
      server.kill();
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
