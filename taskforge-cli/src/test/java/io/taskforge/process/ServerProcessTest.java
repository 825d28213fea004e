package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
