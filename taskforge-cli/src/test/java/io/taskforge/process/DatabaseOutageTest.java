package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server process whose PostgreSQL is stopped, frozen and started again. */
class DatabaseOutageTest {
  // Far above what they take, which is at most two seconds, and ten for the last: they only guard
  // against requests and a shutdown that wait until the database is back.
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(10);
  private static final Duration BACK_WITHIN = Duration.ofSeconds(20);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(40);

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private StoppablePostgres database;
  private ServerProcess server;

  private record Timed(HttpResponse<String> response, Duration took) {}

  @BeforeEach
  void start() throws IOException {
    database = StoppablePostgres.in(directory.resolve("postgres"));
    server = ServerProcess.start(directory, "--port", "0", "--db", database.url());
  }

  @AfterEach
  void stop() throws IOException {
    server.kill();
    database.close();
  }

  @Test
  void requests_fail_fast_during_the_outage_and_the_server_recovers_and_stops_on_sigterm()
      throws Exception {
    assertThat(enqueue().response().statusCode()).isEqualTo(201);

    database.stop();
    assertAnsweredUnavailable(200);
    assertAnsweredUnavailable(20);
    database.startAgain();
    assertBack(1);

    database.freeze();
    try {
      assertAnsweredUnavailable(List.of(get("/api/v1/jobs"), post()), 50);
      assertAnsweredUnavailable(20);
    } finally {
      database.thaw();
    }
    assertBack(2);

    database.stop();
    assertAnsweredUnavailable(List.of(post()), 1);
    assertThat(server.terminate(STOPPED_WITHIN)).isTrue();
    assertLogIsShort(server.log());
  }

  private void assertAnsweredUnavailable(int count) {
    assertAnsweredUnavailable(List.of(get("/readyz"), get("/api/v1/jobs"), post()), count);
  }

  private void assertAnsweredUnavailable(List<HttpRequest> requests, int count) {
    List<CompletableFuture<Timed>> sent = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sent.add(send(requests.get(i % requests.size())));
    }
    Duration slowest = Duration.ZERO;
    for (CompletableFuture<Timed> each : sent) {
      Timed timed = each.join();
      assertThat(timed.response().statusCode()).as(timed.response().body()).isEqualTo(503);
      assertThat(timed.response().headers().firstValue("Retry-After")).isPresent();
      assertThat(timed.response().body())
          .contains("urn:taskforge:problem:store-unavailable")
          .doesNotContain("postgres", "127.0.0.1");
      slowest = timed.took().compareTo(slowest) > 0 ? timed.took() : slowest;
    }
    assertThat(slowest).as("the slowest of %d", count).isLessThan(ANSWERED_WITHIN);
  }

  private void assertBack(int outages) {
    await(BACK_WITHIN, () -> enqueue().response().statusCode() == 201);
    await(BACK_WITHIN, () -> send(get("/readyz")).join().response().statusCode() == 200);
    await(BACK_WITHIN, () -> backs(server.log()).size() == outages);
  }

  private static void await(Duration patience, Callable<Boolean> condition) {
    Awaitility.await().atMost(patience).pollInterval(Duration.ofMillis(50)).until(condition);
  }

  private static List<String> backs(List<String> log) {
    return log.stream().filter(line -> line.contains("store is available again")).toList();
  }

  private static void assertLogIsShort(List<String> log) {
    assertThat(log).filteredOn(line -> line.contains("store is unavailable")).hasSize(3);
    assertThat(backs(log))
        .hasSize(2)
        .allMatch(line -> line.matches(".* after \\d[\\d.ms]+; \\d+ calls failed"));
    assertThat(log)
        .filteredOn(line -> line.contains(" WARN ") || line.contains(" ERROR "))
        .hasSize(3);
    assertThat(log)
        .noneMatch(line -> line.contains("PT") || line.contains("maxLifetime"))
        .noneMatch(line -> line.startsWith("\tat "));
  }

  private Timed enqueue() {
    return send(post()).join();
  }

  private CompletableFuture<Timed> send(HttpRequest request) {
    long begun = System.nanoTime();
    return client
        .sendAsync(request, BodyHandlers.ofString())
        .thenApply(response -> new Timed(response, Duration.ofNanos(System.nanoTime() - begun)));
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).build();
  }

  private HttpRequest post() {
    return HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/jobs"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"type\": \"unhandled\"}"))
        .build();
  }
}
