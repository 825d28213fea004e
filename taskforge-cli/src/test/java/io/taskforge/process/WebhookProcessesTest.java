package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.json.strict.Json;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.server.endpoint.Received;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers that are killed while jobs finish and webhooks are delivered. */
class WebhookProcessesTest {
  private static final Pattern READY = Pattern.compile("TaskForge is ready at (http://\\S+)");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int JOBS = 150;
  private static final int KILLS = 2;

  @TempDir Path directory;
  private int started;

  @Test
  void each_finished_job_has_one_delivery_per_webhook_that_arrives_under_one_id() throws Exception {
    Random random = new Random(26);
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(Behaviour.status(200, ""))) {
      Process server = start();
      List<String> webhooks = new ArrayList<>();
      for (String path : List.of("/hook-a", "/hook-b")) {
        webhooks.add(
            post(
                    "/webhooks",
                    "{\"url\": \"%s\", \"events\": [\"job.succeeded\"]}"
                        .formatted(endpoint.url(path)))
                .get("id")
                .stringValue());
      }
      List<String> jobs = enqueue(endpoint.url("/work"));
      for (int kill = 0; kill < KILLS; kill++) {
        int next = endpoint.received().size() + 30 + random.nextInt(90);
        await().atMost(Duration.ofMinutes(1)).until(() -> endpoint.received().size() >= next);
        server.destroyForcibly().waitFor();
        server = start();
      }
      try {
        assertThat(endpoint.received().size()).as("when it was last killed").isLessThan(3 * JOBS);
        await()
            .atMost(Duration.ofMinutes(2))
            .pollInterval(Duration.ofMillis(200))
            .untilAsserted(() -> assertThat(states()).containsOnlyKeys("SUCCEEDED"));
        for (String webhook : webhooks) {
          assertThat(told(webhook)).containsExactlyInAnyOrderElementsOf(jobs);
        }
      } finally {
        server.destroyForcibly().waitFor();
      }
      for (String path : List.of("/hook-a", "/hook-b")) {
        arrivedUnderOneId(endpoint, path, jobs);
      }
    }
  }

  private static void arrivedUnderOneId(
      MisbehavingEndpoint endpoint, String path, List<String> jobs) {
    Map<String, Set<String>> ids =
        endpoint.received().stream()
            .filter(sent -> sent.requestLine().startsWith("POST " + path + " "))
            .collect(
                Collectors.groupingBy(
                    WebhookProcessesTest::job,
                    Collectors.mapping(
                        sent -> sent.headers().get("webhook-id"), Collectors.toSet())));
    assertThat(ids.keySet()).containsExactlyInAnyOrderElementsOf(jobs);
    assertThat(ids.values()).allMatch(messages -> messages.size() == 1);
  }

  private static String job(Received sent) {
    return Json.read(sent.body()).at("/data/jobId").stringValue();
  }

  private Process start() throws IOException {
    Path log = directory.resolve("log-" + ++started);
    ProcessBuilder builder =
        JavaProcess.of(List.of("-Xmx256m", "io.taskforge.cli.Main", "server", "--port", "0"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("TASKFORGE_LEASE", "1s");
    builder.environment().put("TASKFORGE_CONCURRENCY", "4");
    Process process = builder.start();
    url =
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> {
                  Matcher ready = READY.matcher(Files.readString(log));
                  return ready.find() ? ready.group(1) : "";
                },
                found -> !found.isEmpty());
    return process;
  }

  private String url = "";

  private List<String> enqueue(String target) throws IOException, InterruptedException {
    String job = "{\"type\": \"http\", \"payload\": {\"url\": \"%s\"}}".formatted(target);
    String body =
        IntStream.range(0, JOBS)
            .mapToObj(i -> job)
            .collect(Collectors.joining(",", "{\"jobs\": [", "]}"));
    return post("/jobs/batch", body).get("items").findValuesAsString("id");
  }

  private Map<String, Long> states() throws IOException, InterruptedException {
    Map<String, Long> states = new HashMap<>();
    String cursor = "";
    do {
      JsonNode page = get("/jobs?limit=1000" + cursor);
      page.get("items").findValuesAsString("state").forEach(s -> states.merge(s, 1L, Long::sum));
      cursor = next(page);
    } while (!cursor.isEmpty());
    return states;
  }

  private List<String> told(String webhook) throws IOException, InterruptedException {
    List<String> told = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = get("/webhooks/" + webhook + "/deliveries?limit=1000" + cursor);
      told.addAll(page.get("items").findValuesAsString("jobId"));
      cursor = next(page);
    } while (!cursor.isEmpty());
    return told;
  }

  private static String next(JsonNode page) {
    return page.get("next").isNull() ? "" : "&cursor=" + page.get("next").stringValue();
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url + "/api/v1" + path)));
  }

  private JsonNode post(String path, String body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static JsonNode send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return Json.read(answer.body());
  }
}
