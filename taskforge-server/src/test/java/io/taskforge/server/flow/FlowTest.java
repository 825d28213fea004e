package io.taskforge.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.ServerUnderTest;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One server with a manual clock for all tests of a class; each test has its own queues. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class FlowTest implements ServerUnderTest {
  private static final Logger JOBS = (Logger) LoggerFactory.getLogger("io.taskforge.jobs");

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  TestServer server;

  @BeforeAll
  void start(@TempDir Path directory) {
    server = TestServer.onSqlite(directory, settings());
    log.start();
    JOBS.addAppender(log);
  }

  /** The settings of the server. */
  Settings settings() {
    return new Settings();
  }

  @AfterAll
  void stop() {
    JOBS.detachAppender(log);
    server.close();
  }

  @Override
  public TestServer server() {
    return server;
  }

  /** Lets time pass for workers that claim jobs over HTTP. */
  void pass(Duration time) {
    server.clock().advance(time);
  }

  /** Runs a queue's next job, which fails, and returns what follows. */
  Answer failed(String queue, String errorType) {
    String report = "{\"errorType\": \"%s\", \"message\": \"it broke\"}".formatted(errorType);
    return server.post("/api/v1/leases/" + claim(queue) + "/fail", report).is(200);
  }

  /** Whether a queue has a job that a worker could claim now. */
  boolean isDue(String queue) {
    return !server.get("/api/v1/queues/" + queue).is(200).at("/due").equals("0");
  }

  Answer job(String id) {
    return server.get("/api/v1/jobs/" + id).is(200);
  }

  String state(String id) {
    return job(id).at("/state");
  }

  /** How long a job waits until it is due. */
  Duration wait(String id) {
    return Duration.between(server.clock().instant(), Instant.parse(job(id).at("/runAt")));
  }

  /** The attempts of a job or schedule: {@code retryCount status T+seconds}. */
  List<String> history(String id, Instant start) {
    List<String> lines = new ArrayList<>();
    for (JsonNode attempt :
        server.get("/api/v1/jobs/" + id + "/history?limit=10").is(200).json().at("/items")) {
      Instant at = Instant.parse(attempt.at("/startedAt").stringValue());
      lines.add(
          "%d %s T+%d"
              .formatted(
                  attempt.at("/retryCount").intValue(),
                  attempt.at("/status").stringValue(),
                  Duration.between(start, at).toSeconds()));
    }
    return lines;
  }

  /** The lines logged about a job. */
  List<String> logged(String id) {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains(id))
        .toList();
  }

  /** The fields of the first line logged about a job: {@code name=value}. */
  List<String> fields(String id) {
    return log.list.stream()
        .filter(event -> event.getFormattedMessage().contains(id))
        .findFirst()
        .orElseThrow()
        .getKeyValuePairs()
        .stream()
        .map(pair -> pair.key + "=" + pair.value)
        .toList();
  }

  /** Checks that a metric has a value: {@code name{tags} value}. */
  void assertMetric(String line) {
    assertThat(server.get("/metrics").is(200).text().lines()).contains(line);
  }
}
