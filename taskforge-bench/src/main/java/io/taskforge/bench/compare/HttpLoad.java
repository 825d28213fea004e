package io.taskforge.bench.compare;

import io.taskforge.cli.Main;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Enqueues, claims and completes jobs of a server over HTTP, and asks why a job waits. */
final class HttpLoad implements Scenario {
  private static final int THREADS = 32;
  private static final int BATCH = 100;
  private static final int STARTUP_SECONDS = 60;
  private static final int QUESTIONS = 300;
  private static final String WORKER = "bench";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Override
  public List<Figure> measure(Bench bench, Systems systems, Peer peer) throws Exception {
    String database = peer.database() + "_http";
    bench.postgres().create(database);
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Path log = Files.createDirectories(bench.out().resolve("logs")).resolve("server.log");
    Process server =
        new ProcessBuilder(
                WorkerProcess.java(
                    Main.class.getName(),
                    "server",
                    "--port",
                    "" + port,
                    "--db",
                    bench.postgres().url(database)))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Thread endOnExit = new Thread(server::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(endOnExit);
    try {
      String api = "http://127.0.0.1:" + port + "/api/v1";
      awaitStart(URI.create("http://127.0.0.1:" + port + "/healthz"), server);
      int jobs = Math.max(THREADS * BATCH, bench.jobs() / 4);
      List<Figure> figures = List.of();
      for (int i = 0; i < 4; i++) { // the last of them counts
        bench.postgres().settle(database);
        figures = measure(api, jobs);
      }
      return Stream.concat(figures.stream(), Stream.of(why(api, bench, peer, database))).toList();
    } finally {
      server.destroy();
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
      Runtime.getRuntime().removeShutdownHook(endOnExit);
    }
  }

  private void awaitStart(URI health, Process server) throws IOException, InterruptedException {
    for (int i = 0; i < STARTUP_SECONDS * 10 && server.isAlive(); i++) {
      try {
        if (client
                .send(
                    HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode()
            == 200) {
          return;
        }
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    throw new IOException("the server did not start");
  }

  private List<Figure> measure(String api, int jobs) throws Exception {
    int half = jobs / 2;
    AtomicInteger left = new AtomicInteger(half);
    double single =
        half
            / seconds(
                () -> {
                  while (left.getAndDecrement() > 0) {
                    post(api + "/jobs", newJob());
                  }
                });
    AtomicInteger batches = new AtomicInteger(half / BATCH);
    int batched = batches.get() * BATCH;
    double batch =
        batched
            / seconds(
                () -> {
                  while (batches.getAndDecrement() > 0) {
                    ObjectNode body = Json.object();
                    ArrayNode all = body.putArray("jobs");
                    for (int i = 0; i < BATCH; i++) {
                      all.add(newJob());
                    }
                    post(api + "/jobs/batch", body);
                  }
                });
    AtomicInteger done = new AtomicInteger();
    int waiting = half + batched;
    double worked =
        waiting
            / seconds(
                () -> {
                  while (done.get() < waiting) {
                    done.addAndGet(work(api));
                  }
                });
    return List.of(
        Figure.of("http enqueue", "jobs/s", single),
        Figure.of("http enqueue in batches of 100", "jobs/s", batch),
        Figure.of("http claim 100 and complete", "jobs/s", worked));
  }

  /** Asks why the last of very many jobs waits, again and again. */
  private Figure why(String api, Bench bench, Peer peer, String database) throws Exception {
    bench.postgres().execute(database, peer.emptySql());
    post(api + "/jobs", newJob());
    for (Copies table : peer.waiting()) {
      table.fill(bench.postgres(), database, bench.backlog());
    }
    bench.postgres().settle(database);
    String last = Json.read(post(api + "/jobs", newJob()).body()).get("id").asString();
    HttpRequest why = HttpRequest.newBuilder(URI.create(api + "/jobs/" + last + "/why")).build();
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      long start = System.nanoTime();
      check(client.send(why, HttpResponse.BodyHandlers.ofString()));
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return Figure.of(
        "http why a job waits, behind 1 M", "ms", Sample.median(millis.stream().sorted().toList()));
  }

  private static ObjectNode newJob() {
    return Json.object().put("type", "bench").put("payload", 1);
  }

  /** Claims jobs and completes them; returns how many. */
  private int work(String api) throws IOException, InterruptedException {
    ObjectNode claim = Json.object().put("worker", WORKER).put("limit", BATCH);
    claim.putArray("types").add("bench");
    JsonNode jobs = Json.read(post(api + "/claims", claim).body()).get("items");
    if (!jobs.isEmpty()) {
      complete(api, jobs);
    }
    return jobs.size();
  }

  private void complete(String api, JsonNode jobs) throws IOException, InterruptedException {
    ObjectNode body = Json.object();
    ArrayNode results = body.putArray("results");
    for (JsonNode job : jobs) {
      results.addObject().put("token", job.get("token").asString());
    }
    post(api + "/leases/results", body);
  }

  private HttpResponse<String> post(String url, ObjectNode body)
      throws IOException, InterruptedException {
    return check(send(url, body));
  }

  private HttpResponse<String> send(String url, ObjectNode body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> check(HttpResponse<String> response) throws IOException {
    if (response.statusCode() / 100 != 2) {
      throw new IOException(
          "%s: %d %s".formatted(response.uri(), response.statusCode(), response.body()));
    }
    return response;
  }

  /** What one thread does. */
  @FunctionalInterface
  private interface Loop {
    void run() throws IOException, InterruptedException;
  }

  private static double seconds(Loop loop) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> loops = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        loops.add(
            () -> {
              loop.run();
              return true;
            });
      }
      long start = System.nanoTime();
      for (Future<Boolean> each : threads.invokeAll(loops)) {
        each.get();
      }
      return (System.nanoTime() - start) / 1e9;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
