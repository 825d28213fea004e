package io.taskforge.bench.chaos;

import com.sun.net.httpserver.HttpServer;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.json.strict.Json;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Enqueues HTTP jobs through the servers that are up, in round-robin order, and answers the calls
 * of these jobs. A request without an answer is repeated with the same idempotency key.
 */
final class HttpJobs implements Runnable, AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int AGAIN_MILLIS = 100;

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final List<String> servers = new CopyOnWriteArrayList<>();
  private final Map<Integer, String> acknowledged = new ConcurrentHashMap<>();
  private final Set<String> called = ConcurrentHashMap.newKeySet();
  private final HttpServer target;
  private final int jobs;
  private final Duration time;

  HttpJobs(int jobs, Duration time) throws IOException {
    this.jobs = jobs;
    this.time = time;
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.createContext(
        "/",
        exchange -> {
          called.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    target.start();
  }

  /** Sends requests to this server, too. */
  void add(String server) {
    servers.add(server);
  }

  /** Sends no more requests to this server. */
  void remove(String server) {
    servers.remove(server);
  }

  @Override
  public void run() {
    long begun = System.nanoTime();
    try {
      for (int number = 0; number < jobs; number++) {
        long due = begun + (long) (time.toNanos() * ((double) number / jobs));
        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
        enqueue(number);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void enqueue(int number) throws InterruptedException {
    String body =
        Json.write(
            Json.object()
                .put("type", "http")
                .put("idempotencyKey", "http-" + number)
                .set(
                    "payload",
                    Json.object()
                        .put(
                            "url",
                            "http://127.0.0.1:%d/%d"
                                .formatted(target.getAddress().getPort(), number))));
    for (int tried = number; ; tried++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(servers.get(tried % servers.size()) + "/api/v1/jobs"))
              .timeout(TIMEOUT)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) {
          acknowledged.put(number, Json.read(answer.body()).get("id").stringValue());
          return;
        }
      } catch (IOException e) {
        // The server is being shut down: the other one has the answer.
      }
      Thread.sleep(AGAIN_MILLIS);
    }
  }

  /** The ids of the jobs that a server has accepted. */
  Set<String> ids() {
    return Set.copyOf(acknowledged.values());
  }

  /** Waits until all jobs have ended and returns what is wrong with them. */
  List<String> problems(JobStore store, Duration within) throws InterruptedException {
    long latest = System.nanoTime() + within.toNanos();
    List<String> problems = problems(store);
    while (!problems.isEmpty() && System.nanoTime() < latest) {
      Thread.sleep(AGAIN_MILLIS);
      problems = problems(store);
    }
    return problems;
  }

  private List<String> problems(JobStore store) {
    List<String> problems = new ArrayList<>();
    if (acknowledged.size() < jobs) {
      problems.add("%d HTTP jobs were not accepted".formatted(jobs - acknowledged.size()));
    }
    acknowledged.forEach(
        (number, id) -> {
          String state =
              store
                  .queries()
                  .job(new JobId(UUID.fromString(id)))
                  .map(Job::state)
                  .map(JobState::name)
                  .orElse("missing");
          if (!state.equals("SUCCEEDED") || !called.contains("/" + number)) {
            problems.add("HTTP job %s is %s".formatted(id, state));
          }
        });
    return problems;
  }

  @Override
  public void close() {
    target.stop(0);
  }
}
