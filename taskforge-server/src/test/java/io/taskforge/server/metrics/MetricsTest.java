package io.taskforge.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class MetricsTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    server.post("/api/v1/jobs", http("/healthz")).is(201);
    server.post("/api/v1/jobs", http("/nowhere")).is(201);
    server.advance(Duration.ofSeconds(1));
  }

  private String http(String path) {
    return "{\"type\": \"http\", \"payload\": {\"url\": \"%s%s\"}}".formatted(server.url(), path);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void metrics_are_in_the_exposition_format() {
    Answer answer = server.get("/metrics").is(200);

    assertThat(answer.header("Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    assertThat(Exposition.faults(answer.text())).isEmpty();
    assertThat(answer.text()).contains("taskforge_jobs_finished_total{");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# HELP a_total x\n# TYPE a_total counter\na_total 1",
        "# TYPE a_total counter\na_total 1\n",
        "# HELP a x\n# TYPE a counter\na 1\n",
        "# HELP a_total x\n# TYPE a_total gauge\na_total 1\n",
        "# HELP a x\n# TYPE a gauge\na{b=\"c\"} 1\na{b=\"c\"} 2\n",
        "# HELP a x\n# TYPE a gauge\na{b=c} 1\n",
        "# HELP a x\n# TYPE a gauge\n# TYPE a gauge\na 1\n",
        "# HELP a x\n# TYPE a gouge\na 1\n",
        "# HELP a x\n# TYPE a gauge\na one\n"
      })
  void violations_of_the_format_are_detected(String text) {
    assertThat(Exposition.faults(text)).isNotEmpty();
  }

  @Test
  void promtool_accepts_the_metrics() throws IOException, InterruptedException {
    Process promtool;
    try {
      promtool =
          new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "there is no promtool here");
      return;
    }
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(server.get("/metrics").text().getBytes(UTF_8));
    }
    String said = new String(promtool.getInputStream().readAllBytes(), UTF_8);

    assertThat(promtool.waitFor()).as(said).isZero();
  }
}
