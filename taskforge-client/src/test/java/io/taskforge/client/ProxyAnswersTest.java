package io.taskforge.client;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.taskforge.JobType;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.server.Server;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A remote worker behind a proxy that answers instead of the server. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a worker works while its block runs, which need not name it
class ProxyAnswersTest {
  private static final JobType<String> MAIL = JobType.of("mail", String.class);

  private JobStore store;
  private Server server;

  @BeforeEach
  void open() {
    store = new MemoryJobStore(Clock.systemUTC());
    server =
        Server.open(
            new Settings().flag("port", 0).flag("shutdownGrace", "1s").options(),
            store,
            EngineEnvironment.production());
    server.startWorker();
  }

  @AfterEach
  void close() {
    server.close();
    store.close();
  }

  private Job job(JobId id) {
    return store.queries().job(id).orElseThrow();
  }

  @Test
  void an_answer_that_is_not_the_servers_loses_no_result() throws Exception {
    AtomicInteger broken = new AtomicInteger(2);
    HttpClient http = HttpClient.newHttpClient();
    HttpServer proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          byte[] body = exchange.getRequestBody().readAllBytes();
          byte[] answer = "<html>please log in</html>".getBytes(StandardCharsets.UTF_8);
          if (!path.endsWith("/leases/results") || broken.getAndDecrement() <= 0) {
            answer = forwarded(http, path, body);
          }
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    proxy.start();
    TaskForgeClient direct = TaskForgeClient.of(server.url(), null);
    JobId id = direct.enqueue(MAIL, "ann@example.org").id();

    try (RemoteWorker ignored =
        TaskForgeClient.of("http://127.0.0.1:" + proxy.getAddress().getPort(), null)
            .worker()
            .pollInterval(ofMillis(20))
            .handler(MAIL, mail -> {})
            .start()) {
      await().atMost(ofSeconds(30)).until(() -> job(id).state() == JobState.SUCCEEDED);
    } finally {
      proxy.stop(0);
    }
    assertThat(broken.get()).isNegative();
    assertThat(job(id).counters().lostLeases()).isZero();
  }

  private byte[] forwarded(HttpClient http, String path, byte[] body) throws IOException {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create(server.url() + path))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray())
          .body();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
