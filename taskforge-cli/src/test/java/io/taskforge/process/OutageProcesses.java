package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * An outage for real: three server processes on PostgreSQL run HTTP jobs that call an endpoint with
 * limited capacity. Takes three minutes. Not part of the build; see docs/guides/outages.md for the
 * command.
 */
class OutageProcesses {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int JOBS = 10_000;
  private static final int ARRIVALS = Integer.getInteger("outage.arrivals", 100);
  private static final int CAPACITY = Integer.getInteger("outage.capacity", 200);
  private static final int TICKS_PER_SECOND = 10;
  private static final Duration OUTAGE = Duration.ofSeconds(20);
  private static final String JOB =
      "{\"type\": \"http\", \"guarantee\": \"%s\", \"payload\": {\"url\": \"%s\"}, \"retryPolicy\":"
          + " {\"maxRetries\": 3, \"maxElapsed\": \"10s\", \"backoff\": {\"strategy\": \"fixed\","
          + " \"delay\": \"1s\"}}}";

  @TempDir Path directory;
  private final List<ServerProcess> servers = new ArrayList<>();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger enqueued = new AtomicInteger();
  private StoppablePostgres database;
  private LimitedEndpoint endpoint;
  private String url = "";
  private volatile boolean someOnce; // every fifth job is AT_MOST_ONCE

  @BeforeEach
  void start() throws IOException {
    database = StoppablePostgres.in(directory.resolve("postgres"));
    endpoint = new LimitedEndpoint(CAPACITY);
    for (int i = 0; i < 3; i++) {
      ServerProcess server =
          ServerProcess.launch(
              directory, directory.resolve("log-" + i), "--port", "0", "--db", database.url());
      servers.add(server);
      url = server.url();
    }
  }

  @AfterEach
  void stop() throws Exception {
    clock.shutdownNow();
    servers.forEach(ServerProcess::kill);
    for (ServerProcess server : servers) {
      server.log().stream()
          .filter(line -> line.contains("destination "))
          .forEach(System.out::println);
    }
    endpoint.close();
    database.close();
  }

  @Test
  void an_outage_of_20_seconds_costs_no_retry_and_no_job() throws Exception {
    arrive(JOBS, ARRIVALS);
    await().atMost(Duration.ofSeconds(60)).until(() -> endpoint.succeeded() > 15 * ARRIVALS);
    endpoint.goAway();
    Instant awayAt = Instant.now();
    long away = System.nanoTime();
    after(Duration.ofSeconds(5)).get(); // the breaker is open
    someOnce = true;
    after(OUTAGE.minus(Duration.ofSeconds(5))).get();
    endpoint.comeBack();
    long back = System.nanoTime();
    someOnce = false;
    int before = endpoint.calls().size();

    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> endpoint.succeeded() >= enqueued.get() - ARRIVALS);
    double seconds = (System.nanoTime() - back) / 1e9;
    double ideal = (back - away) / 1e9 * ARRIVALS / (CAPACITY - ARRIVALS);
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> endpoint.succeeded() >= JOBS);

    List<JsonNode> jobs = jobs();
    printLoad(back, (int) Math.ceil(seconds));
    long rejected = endpoint.calls().stream().filter(call -> call.status() == 503).count();
    System.out.printf(
        "recovered in %.1f s, ideal %.1f s: %.2f times; %d calls rejected%n",
        seconds, ideal, seconds / ideal, rejected);
    assertThat(jobs).hasSize(JOBS);
    assertThat(jobs)
        .as("given up")
        .allMatch(job -> job.at("/state").stringValue().equals("SUCCEEDED"));
    // While the servers start, jobs may arrive faster than the endpoint takes them.
    assertThat(jobs)
        .filteredOn(job -> Instant.parse(job.at("/finishedAt").stringValue()).isAfter(awayAt))
        .as("retries used")
        .hasSizeGreaterThan(JOBS / 2)
        .allMatch(job -> job.at("/failures").intValue() == 0);
    assertThat(endpoint.calls().subList(before, before + 3))
        .as("probes")
        .noneMatch(call -> call.path().equals("/once"));
    assertThat(endpoint.calls()).anyMatch(call -> call.path().equals("/once"));
    assertThat(seconds / ideal).isLessThan(1.5);
  }

  @Test
  void a_retry_after_that_one_process_sees_stops_all_processes() throws Exception {
    arrive(1_500, 100);
    await().atMost(Duration.ofSeconds(60)).until(() -> endpoint.succeeded() > 400);
    endpoint.askForFiveSeconds();
    await().atMost(Duration.ofMinutes(1)).until(() -> endpoint.succeeded() >= 1_500);

    long held =
        endpoint.calls().stream().filter(call -> call.status() == 429).findAny().orElseThrow().at();
    List<Double> late =
        endpoint.calls().stream()
            .map(call -> (call.at() - held) / 1e9)
            .filter(seconds -> seconds > 0 && seconds < 8)
            .toList();
    System.out.printf(
        "calls after the 429: last at once %.3f s, next %.3f s%n",
        late.stream().filter(at -> at < 4).max(Double::compare).orElse(0.0),
        late.stream().filter(at -> at >= 4).min(Double::compare).orElse(0.0));
    assertThat(late).noneMatch(seconds -> seconds > 0.5 && seconds < 5);
    assertThat(jobs()).allMatch(job -> job.at("/failures").intValue() == 0);
  }

  /** Prints the calls in each second from an instant on: those that succeeded + others. */
  private void printLoad(long from, int seconds) {
    int[] succeeded = new int[seconds];
    int[] rejected = new int[seconds];
    for (LimitedEndpoint.Call call : endpoint.calls()) {
      long second = Math.floorDiv(call.at() - from, 1_000_000_000L);
      if (second >= 0 && second < seconds) {
        (call.status() == 200 ? succeeded : rejected)[(int) second]++;
      }
    }
    System.out.println(
        "calls per second: "
            + IntStream.range(0, seconds)
                .mapToObj(second -> succeeded[second] + "+" + rejected[second])
                .collect(Collectors.joining(" ")));
  }

  /** Enqueues jobs evenly over time. */
  private void arrive(int number, int perSecond) {
    AtomicInteger left = new AtomicInteger(number);
    ScheduledFuture<?> ignored =
        clock.scheduleAtFixedRate(
            () -> {
              int some = Math.min(perSecond / TICKS_PER_SECOND, left.get());
              left.addAndGet(-some);
              int once = someOnce ? some / 5 : 0;
              if (once > 0) {
                enqueue(once, "AT_MOST_ONCE", "/once");
              }
              if (some > once) {
                enqueue(some - once, "AT_LEAST_ONCE", "/work");
              }
            },
            0,
            1_000 / TICKS_PER_SECOND,
            TimeUnit.MILLISECONDS);
  }

  private ScheduledFuture<?> after(Duration time) {
    return clock.schedule(() -> {}, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void enqueue(int number, String guarantee, String path) {
    String job = JOB.formatted(guarantee, endpoint.url(path));
    String body =
        IntStream.range(0, number)
            .mapToObj(i -> job)
            .collect(Collectors.joining(",", "{\"jobs\": [", "]}"));
    JsonNode ignored =
        send(
            HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs/batch"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    enqueued.addAndGet(number);
  }

  private List<JsonNode> jobs() {
    List<JsonNode> jobs = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          send(HttpRequest.newBuilder(URI.create(url + "/api/v1/jobs?limit=1000" + cursor)));
      page.get("items").forEach(jobs::add);
      cursor = page.get("next").isNull() ? "" : "&cursor=" + page.get("next").stringValue();
    } while (!cursor.isEmpty());
    return jobs;
  }

  private static JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
      return Json.read(answer.body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the server did not answer", e);
    }
  }
}
