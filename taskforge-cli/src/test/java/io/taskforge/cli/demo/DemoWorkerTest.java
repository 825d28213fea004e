package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class DemoWorkerTest {
  private final StringWriter said = new StringWriter();

  @Test
  void the_worker_processes_one_job_over_the_api(@TempDir Path directory) throws Exception {
    try (TestServer server = TestServer.onSqlite(directory);
        PipedOutputStream parent = new PipedOutputStream()) {
      server.post("/api/v1/jobs", "{\"queue\": \"demo\", \"type\": \"demo-parcel\"}");
      server.runDue();
      InputStream input = new PipedInputStream(parent);
      parent.write((server.url() + "\n").getBytes(StandardCharsets.UTF_8));
      parent.flush();

      worker(input).run();

      assertThat(said.toString().lines())
          .containsExactly(
              "step 1 of 5", "step 2 of 5", "step 3 of 5", "step 4 of 5", "step 5 of 5", "done");
      assertThat(server.get("/api/v1/jobs").json().at("/items/0/state").asString())
          .isEqualTo("SUCCEEDED");
    }
  }

  @Test
  void the_worker_stops_if_its_parent_process_is_gone() throws Exception {
    worker(InputStream.nullInputStream()).run();

    assertThat(said.toString()).isEmpty();
  }

  private DemoWorker worker(InputStream input) throws IOException {
    return new DemoWorker(input, new PrintWriter(said, true), 1);
  }
}
