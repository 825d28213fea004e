package io.taskforge.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.store.tck.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A server with a small heap and many large jobs, which several clients list at the same time. Set
 * {@code -Dtaskforge.large-jobs=1000} for the full test; by default there are fewer jobs.
 */
class LargeListsProcessTest {
  private static final Pattern READY = Pattern.compile("TaskForge is ready at (http://\\S+)");
  private static final int JOBS = Integer.getInteger("taskforge.large-jobs", 40);
  private static final int CLIENTS = 8;
  private static final String PAYLOAD = "x".repeat(250_000);

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger refused = new AtomicInteger();

  @TempDir Path directory;
  private @Nullable Process server;
  private String url = "";
  private @Nullable String key;

  @AfterEach
  void stop() throws InterruptedException {
    threads.shutdownNow();
    if (server != null) {
      server.destroy();
      if (!server.waitFor(30, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    }
  }

  private Path start(String heap) throws IOException {
    Path log = directory.resolve("log");
    server =
        JavaProcess.of(List.of("-Xmx" + heap, "io.taskforge.cli.Main", "server", "--port", "0"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    url =
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> {
                  Matcher ready = READY.matcher(Files.readString(log, StandardCharsets.UTF_8));
                  return ready.find() ? ready.group(1) : "";
                },
                found -> !found.isEmpty());
    return log;
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    return client.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String json) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private Set<String> enqueueLargeJobs() throws Exception {
    String job = "{\"type\": \"large\", \"payload\": \"" + PAYLOAD + "\"}";
    Set<String> ids = new HashSet<>();
    while (ids.size() < JOBS) {
      HttpResponse<String> made =
          post(
              "/jobs/batch", "{\"jobs\": [" + String.join(",", Collections.nCopies(4, job)) + "]}");
      assertThat(made.statusCode()).isEqualTo(201);
      ids.addAll(Json.read(made.body()).at("/items").findValuesAsString("id"));
    }
    return ids;
  }

  /** Reads all pages and returns the ids of all jobs; each must occur once. */
  private Set<String> walk(String query, boolean payloads) throws Exception {
    Set<String> ids = new HashSet<>();
    @Nullable String cursor = null;
    do {
      String page = "/api/v1/jobs?type=large&" + query;
      JsonNode json = page(page + (cursor == null ? "" : "&cursor=" + cursor));
      for (JsonNode job : json.at("/items")) {
        assertThat(ids.add(job.at("/id").stringValue())).as("listed once").isTrue();
        assertThat(job.has("payload")).isEqualTo(payloads);
        if (payloads) {
          assertThat(job.at("/payload").stringValue()).hasSize(PAYLOAD.length());
        }
      }
      cursor = json.at("/next").isNull() ? null : json.at("/next").stringValue();
    } while (cursor != null);
    return ids;
  }

  private JsonNode page(String path) throws Exception {
    while (true) {
      HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(url + path)));
      if (answer.statusCode() == 200) {
        return Json.read(answer.body());
      }
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      refused.incrementAndGet();
    }
  }

  /** Enqueues small jobs one after the other and returns their sorted durations in ms. */
  private List<Long> enqueueUntil(BooleanSupplier done) throws Exception {
    List<Long> millis = new ArrayList<>();
    while (!done.getAsBoolean()) {
      long before = System.nanoTime();
      assertThat(post("/jobs", "{\"type\": \"small\"}").statusCode()).isEqualTo(201);
      millis.add(Duration.ofNanos(System.nanoTime() - before).toMillis());
    }
    Collections.sort(millis);
    return millis;
  }

  private static String shown(List<Long> sorted) {
    return "%d enqueues, median %d ms, 99%% within %d ms, slowest %d ms"
        .formatted(
            sorted.size(),
            sorted.get(sorted.size() / 2),
            sorted.get(sorted.size() * 99 / 100),
            sorted.get(sorted.size() - 1));
  }

  private void listsStandAgainstASmallHeap(Path log) throws Exception {
    Set<String> ids = enqueueLargeJobs();
    AtomicInteger left = new AtomicInteger(50);
    List<Long> alone = enqueueUntil(() -> left.getAndDecrement() == 0);
    AtomicBoolean done = new AtomicBoolean();
    Future<List<Long>> enqueues = threads.submit(() -> enqueueUntil(done::get));
    List<Future<Set<String>>> lists = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      lists.add(threads.submit(() -> walk("limit=1000&payload=true", true)));
      lists.add(threads.submit(() -> walk("limit=1000", false)));
    }
    for (Future<Set<String>> list : lists) {
      assertThat(list.get()).isEqualTo(ids);
    }
    done.set(true);

    List<Long> beside = enqueues.get();
    System.out.printf(
        "%d large jobs, %d answers of 503%n  alone: %s%n  beside lists: %s%n",
        JOBS, refused.get(), shown(alone), shown(beside));
    assertThat(beside.get(beside.size() / 2)).as("median enqueue in ms").isLessThan(500);
    assertThat(Files.readString(log))
        .doesNotContain("OutOfMemoryError")
        .doesNotContain("turn failed");
  }

  @Test
  void eight_clients_that_list_large_jobs_get_every_job_once_with_a_heap_of_256_mib()
      throws Exception {
    listsStandAgainstASmallHeap(start("256m"));
  }

  @Test
  void clients_with_a_tenants_key_get_every_job_once_with_a_heap_of_192_mib() throws Exception {
    Path log = start("192m");
    key = made("{\"name\": \"operator\", \"scope\": \"admin\", \"allTenants\": true}");
    key = made("{\"name\": \"acme\", \"scope\": \"write\", \"tenant\": \"acme\"}");
    listsStandAgainstASmallHeap(log);
  }

  @Test
  void bodies_whose_json_takes_far_more_memory_than_their_text_do_not_exhaust_the_heap()
      throws Exception {
    Path log = start("192m");
    String tree = "{\"type\": \"x\", \"payload\": [" + "{},".repeat(340_000) + "{}]}";
    List<Future<List<Integer>>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(
          threads.submit(
              () -> List.of(post("/jobs", tree).statusCode(), post("/jobs", tree).statusCode())));
    }
    for (Future<List<Integer>> each : clients) {
      assertThat(each.get()).isSubsetOf(400, 413, 503);
    }

    assertThat(post("/jobs", "{\"type\": \"small\"}").statusCode()).isEqualTo(201);
    assertThat(Files.readString(log))
        .doesNotContain("OutOfMemoryError")
        .doesNotContain("turn failed");
  }

  private String made(String newKey) throws Exception {
    HttpResponse<String> made = post("/keys", newKey);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return Json.read(made.body()).at("/key").stringValue();
  }
}
